import { placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { kitOrdersPath, placeKitOrder, putKitProduct } from '../support/kits';
import { planOf } from '../support/query-plans';
import { noteStatements } from '../support/sent-statements';

const rows = 3000;
const tables = { diagnostic_orders: '/v1/diagnostic_orders', kit_orders: kitOrdersPath } as const;
/** What the copy 1 has for campaign, city and last name. */
const word = 'c4ca4238a0b923820dcc509a6f75849b';
const part = word.slice(3, 23).toUpperCase();

/** Filters and indexes name the same expressions in different files; a difference would change no answer, only make it slow. */
describe('indexes over JSON documents', () => {
  let gateway: TestGateway;

  const insertCopies = async (table: string, contact: string): Promise<void> => {
    const columns: { name: string }[] = await gateway.dataSource.query(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(', ');
    await gateway.dataSource.query(
      `INSERT INTO ${table} (${names}) SELECT ${names.replace(/\b(?=\w)/g, 'copy.')}
         FROM ${table} r, generate_series(1, ${rows}) i, LATERAL jsonb_populate_record(r, jsonb_build_object(
           'id', gen_random_uuid(), 'metadata', json_build_object('campaign', md5(i::text))::text,
           'shipping_address', r.shipping_address || jsonb_build_object('city', md5(i::text)) ${contact})) copy`,
    );
    await gateway.dataSource.query(`VACUUM ANALYZE ${table}`);
  };

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    await putKitProduct(gateway.operator);
    await placeOrder(gateway.acme);
    await placeKitOrder(gateway.acme);
    await insertCopies('diagnostic_orders', '');
    await insertCopies('kit_orders', `, 'contact', r.contact || jsonb_build_object('lastName', md5(i::text))`);
  }, 60_000);

  afterAll(() => gateway.stop());

  it.each<[table: keyof typeof tables, index: string, query: string]>([
    ['diagnostic_orders', 'diagnostic_orders_metadata_document_idx', `json_exact[metadata.campaign]=${word}`],
    ['diagnostic_orders', 'diagnostic_orders_shipping_address_idx', `json_exact[shippingAddress.city]=${word}`],
    ['diagnostic_orders', 'diagnostic_orders_metadata_document_search', `json_search[metadata.campaign]=${part}`],
    ['diagnostic_orders', 'diagnostic_orders_shipping_address_search', `json_search[shippingAddress.city]=${part}`],
    ['kit_orders', 'kit_orders_metadata_document_idx', `json_exact[metadata.campaign]=${word}`],
    ['kit_orders', 'kit_orders_contact_idx', `json_exact[contact.lastName]=${word}`],
    ['kit_orders', 'kit_orders_shipping_address_idx', `json_exact[shippingAddress.city]=${word}`],
    ['kit_orders', 'kit_orders_metadata_document_search', `json_search[metadata.campaign]=${part}`],
    ['kit_orders', 'kit_orders_contact_search', `json_search[contact.lastName]=${part}`],
    ['kit_orders', 'kit_orders_shipping_address_search', `json_search[shippingAddress.city]=${part}`],
  ])('of %s: %s serves %s', async (table, index, query) => {
    const { answer, statements } = await noteStatements(() => gateway.acme.get(`${tables[table]}?${query}`));
    expect(answer.body).toHaveLength(1);
    const list = statements.find(({ text }) => text.includes(`FROM ${table} o`))!;
    expect(await planOf(gateway.dataSource, list)).toContain(`Bitmap Index Scan on ${index}`);
  });
});
