import { placeOrder } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { fulfil, placeKitOrder } from '../support/kits';
import { nowhere } from '../support/patterns';
import { makeRecords, type Records } from '../support/records';

const foreignKey = '23503';
const unique = '23505';
const check = '23514';
const notNull = '23502';

/** Answer questions over all partners, so that the key cannot begin with one: whose token, whose kit code, whose delivery, whose client it is. */
const overAllPartners = ['access_tokens', 'kit_codes', 'laboratory_deliveries', 'smart_clients'];

describe('constraints', () => {
  let gateway: TestGateway;
  let records: Records;
  let otherOrder: string;
  let otherTest: string;
  let otherKitOrder: string;

  beforeAll(async () => {
    gateway = await startGateway();
    records = await makeRecords(gateway);
    const tracking = { provider: 'OTHER', trackingCode: 'T' };
    await gateway.acme.post(`/v1/diagnostic_orders/${records.diagnostic_orders}/shipment_tracking`, tracking);
    await gateway.acme.post(`/v1/diagnostic_tests/${records.diagnostic_tests}/shipment_tracking`, tracking);
    await fulfil(gateway.operator, { orderId: records.sck_orders, kitIds: [records.kits] }, ['KIT-1'], { shipmentTracking: tracking });
    await placeKitOrder(gateway.acme, { metadata: { a: 1 } });
    const foreign = await placeOrder(gateway.other);
    [otherOrder, otherTest] = [foreign.orderId, foreign.testIds[0]!];
    const foreignKits = await placeKitOrder(gateway.other);
    otherKitOrder = foreignKits.orderId;
    await fulfil(gateway.operator, foreignKits, ['KIT-2']);
  });

  afterAll(() => gateway.stop());

  const query = <T>(sql: string, parameters: unknown[] = []): Promise<T[]> => gateway.dataSource.query(sql, parameters);

  /** Inserts a copy of the row with that id, with another id and these changes; the SQLSTATE of the refusal. */
  async function refusal(table: string, id: string, changes: object): Promise<string | undefined> {
    const columns = await query<{ name: string }>(
      `SELECT quote_ident(column_name) AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(', ');
    const insert = `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::${table},
      (SELECT to_jsonb(r) FROM ${table} r WHERE r.id = $1) || jsonb_build_object('id', gen_random_uuid()) || $2::jsonb)`;
    try {
      await query(insert, [id, JSON.stringify(changes)]);
    } catch (error) {
      return (error as { code: string }).code;
    }
    return undefined;
  }

  const shipmentOf = async (column: string): Promise<string> =>
    (await query<{ id: string }>(`SELECT id FROM shipments WHERE ${column} IS NOT NULL`))[0]!.id;
  const partnerOf = async (slug: string): Promise<string> =>
    (await query<{ id: string }>('SELECT id FROM partners WHERE slug = $1', [slug]))[0]!.id;

  it('let a good copy in', async () => {
    expect(await refusal('diagnostic_orders', records.diagnostic_orders, {})).toBeUndefined();
    expect(await refusal('diagnostic_tests', records.diagnostic_tests, { position: 7 })).toBeUndefined();
    expect(await refusal('kits', records.kits, { position: 7, kit_code: null })).toBeUndefined();
  });

  it.each<[string, keyof Records | 'shipments' | 'specimens', string, () => object, string]>([
    ['a test of a foreign order', 'diagnostic_tests', 'diagnostic_tests', () => ({ order_id: otherOrder, position: 1 }), foreignKey],
    ['a test of no order', 'diagnostic_tests', 'diagnostic_tests', () => ({ order_id: nowhere, position: 1 }), foreignKey],
    ['a test of no product', 'diagnostic_tests', 'diagnostic_tests', () => ({ product_id: nowhere, position: 1 }), foreignKey],
    ['a test of a kit product', 'diagnostic_tests', 'diagnostic_tests', () => ({ product_id: records.products, position: 1 }), foreignKey],
    ['a second test with the same position', 'diagnostic_tests', 'diagnostic_tests', () => ({}), unique],
    ['a negative position', 'diagnostic_tests', 'diagnostic_tests', () => ({ position: -1 }), check],
    ['an unknown gender', 'diagnostic_tests', 'diagnostic_tests', () => ({ position: 1, patient_gender: 'm' }), check],
    ['a birth before 1900', 'diagnostic_tests', 'diagnostic_tests', () => ({ position: 1, patient_date_of_birth: '1899-12-31' }), check],
    ['a test without email', 'diagnostic_tests', 'diagnostic_tests', () => ({ position: 1, patient_email: null }), notNull],
    ['an order of no partner', 'diagnostic_orders', 'diagnostic_orders', () => ({ partner_id: nowhere }), foreignKey],
    ['an order without address', 'diagnostic_orders', 'diagnostic_orders', () => ({ shipping_address: {} }), check],
    ['metadata that are no object', 'diagnostic_orders', 'diagnostic_orders', () => ({ metadata: '[1]' }), check],
    ['metadata that are no JSON', 'diagnostic_orders', 'diagnostic_orders', () => ({ metadata: '{' }), '22P02'],
    ['a result of a foreign test', 'test_results', 'test_results', () => ({ test_id: otherTest }), foreignKey],
    ['a second observation with the same position', 'observations', 'observations', () => ({}), unique],
    ['an observation without LOINC code', 'observations', 'observations', () => ({ position: 1, loinc_num: '' }), check],
    ['a document of another size', 'documents', 'documents', () => ({ position: 1, size: 1 }), check],
    ['an unknown status of a kit order', 'sck_orders', 'kit_orders', () => ({ status: 'shipped' }), check],
    ['a new kit order that was shipped', 'sck_orders', 'kit_orders', () => ({ status: 'new' }), check],
    ['a fulfilled kit order that was not shipped', 'sck_orders', 'kit_orders', () => ({ shipped_at: null }), check],
    ['a contact without email', 'sck_orders', 'kit_orders', () => ({ contact: { firstName: 'a', lastName: 'b' } }), check],
    ['a kit of a foreign order', 'kits', 'kits', () => ({ order_id: otherKitOrder, position: 1, kit_code: null }), foreignKey],
    [
      'a kit of a diagnostic product',
      'kits',
      'kits',
      () => ({ product_id: records.diagnostic_products, position: 1, kit_code: null }),
      foreignKey,
    ],
    ['a second kit with the same position', 'kits', 'kits', () => ({ kit_code: null }), unique],
    ['a second kit with the same code', 'kits', 'kits', () => ({ position: 1 }), unique],
    ['an empty kit code', 'kits', 'kits', () => ({ position: 1, kit_code: '' }), check],
    ['a second product with the same canonical id', 'products', 'kit_products', () => ({}), unique],
    ['a canonical id in capitals', 'products', 'kit_products', () => ({ canonical_id: 'Blood' }), check],
    [
      'a product without English name',
      'diagnostic_products',
      'diagnostic_products',
      () => ({ canonical_id: 'x', name: { de: 'x' } }),
      check,
    ],
  ])('refuse %s', async (_, record, table, changes, expected) => {
    expect(await refusal(table, records[record as keyof Records], changes())).toBe(expected);
  });

  it.each<[string, string, () => object, string]>([
    ['a second tracking of an order', 'order_id', () => ({}), unique],
    ['a second tracking of a test', 'test_id', () => ({}), unique],
    ['a second tracking of a kit order', 'kit_order_id', () => ({}), unique],
    ['a tracking of a foreign order', 'order_id', () => ({ order_id: otherOrder }), foreignKey],
    ['a tracking of a foreign test', 'test_id', () => ({ test_id: otherTest }), foreignKey],
    ['a tracking of a foreign kit order', 'kit_order_id', () => ({ kit_order_id: otherKitOrder }), foreignKey],
    ['a tracking of nothing', 'order_id', () => ({ order_id: null }), check],
    ['a tracking of two things', 'order_id', () => ({ test_id: records.diagnostic_tests }), check],
    ['an unknown shipment status', 'order_id', () => ({ shipment_status: 'lost' }), check],
    ['a tracking code of 256 characters', 'order_id', () => ({ tracking_code: 'x'.repeat(256) }), check],
    ['half a status of the carrier', 'order_id', () => ({ provider_status: { name: 'x' } }), check],
  ])('refuse %s', async (_, owner, changes, expected) => {
    expect(await refusal('shipments', await shipmentOf(owner), changes())).toBe(expected);
  });

  it('refuse a specimen twice on one test, and an unknown phase', async () => {
    const [specimen] = await query<{ id: string }>('SELECT id FROM specimens');
    expect(await refusal('specimens', specimen!.id, {})).toBe(unique);
    expect(await refusal('specimens', specimen!.id, { specimen_code: 'x', menstrual_phase: 'x' })).toBe(check);
    expect(await refusal('specimens', specimen!.id, { specimen_code: 'x', test_id: otherTest })).toBe(foreignKey);
  });

  it('refuse a kit code of another partner', async () => {
    const claim = query('INSERT INTO kit_codes (kit_code, partner_id, kit_id) VALUES ($1, $2, $3)', [
      'KIT-2',
      await partnerOf('acme'),
      records.kits,
    ]);
    await expect(claim).rejects.toMatchObject({ code: unique });
  });

  it('begin the primary key of every table of partners with the partner', async () => {
    const keys = await query<{ table: string; first: string }>(
      `SELECT c.relname AS "table", f.attname AS first
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'partner_id'
         JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
         JOIN pg_attribute f ON f.attrelid = c.oid AND f.attnum = i.indkey[0]
        WHERE c.relkind = 'r' ORDER BY 1`,
    );
    expect(keys.map(({ table }) => table)).toEqual(expect.arrayContaining(['diagnostic_orders', 'kit_orders', 'kits', 'shipments']));
    expect(keys.filter(({ first }) => first !== 'partner_id').map(({ table }) => table)).toEqual(overAllPartners);
  });

  it('name the partner in every unique rule and every reference of these tables', async () => {
    const rules = await query<{ rule: string }>(
      `SELECT format('%s: %s', c.conrelid::regclass, pg_get_constraintdef(c.oid)) AS rule
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attname = 'partner_id'
        WHERE c.contype IN ('u', 'f') AND c.conrelid::regclass::text <> ALL ($1) AND NOT a.attnum = ANY (c.conkey)`,
      [overAllPartners],
    );
    expect(rules.map(({ rule }) => rule).sort()).toEqual([
      'diagnostic_tests: FOREIGN KEY (product_id) REFERENCES diagnostic_products(id)',
      'kits: FOREIGN KEY (product_id) REFERENCES kit_products(id)',
    ]);
  });
});
