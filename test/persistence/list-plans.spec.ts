import { createHash } from 'node:crypto';
import { deliverResult, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { kitOrdersPath, placeKitOrder, putKitProduct } from '../support/kits';
import { planOf } from '../support/query-plans';
import { noteStatements } from '../support/sent-statements';

const rows = 5000;
const products = 2500;
/** Of the copy 1. */
const word = 'c4ca4238a0b923820dcc509a6f75849b';
/** The uuid that `idOf` makes for the copy 1 of a collection. */
const firstId = (collection: string): string =>
  createHash('md5')
    .update(`${collection}1`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const part = word.slice(3, 23).toUpperCase();

/** Filters that find few of many records; one that cannot use its index would change no answer, only make it slow. */
describe('lists of many records', () => {
  let gateway: TestGateway;

  const run = <Row>(sql: string): Promise<Row[]> => gateway.dataSource.query(sql);

  /** Copies the only row of a table; `changed` are the columns that differ, of the number `i`. */
  const copy = async (table: string, changed: Readonly<Record<string, string>>): Promise<void> => {
    const columns = await run<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' AND is_generated = 'NEVER'`,
    );
    await run(
      `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
       SELECT ${columns.map(({ name }) => changed[name] ?? `r.${name}`).join(', ')}
         FROM (SELECT * FROM ${table} LIMIT 1) r, generate_series(1, ${rows}) i`,
    );
  };

  const idOf = (collection: string): string => `md5('${collection}' || i)::uuid`;
  const someProduct = `md5('product' || (i % ${products} + 1))::uuid`;
  const later = `r.created_at + i * interval '1 second'`;

  beforeAll(async () => {
    gateway = await startGateway();
    const { acme, operator } = gateway;
    await putProduct(operator);
    await putKitProduct(operator);
    const { testIds, orderId } = await placeOrder(acme);
    await acme.post(`/v1/diagnostic_tests/${testIds[0]!}/specimens`, { specimenCode: 'first' });
    await acme.post(`/v1/diagnostic_orders/${orderId}/shipment_tracking`, { provider: 'OTHER', trackingCode: 'first' });
    await deliverResult(operator, testIds[0]!);
    await placeKitOrder(acme);
    for (const table of ['diagnostic_products', 'kit_products'])
      await copy(table, { id: idOf('product'), canonical_id: `'product-' || i` });
    await copy('diagnostic_orders', { id: idOf('order'), created_at: later });
    await copy('diagnostic_tests', { id: idOf('test'), order_id: idOf('order'), product_id: someProduct, created_at: later });
    await copy('specimens', { id: idOf('specimen'), test_id: idOf('test'), specimen_code: 'md5(i::text)' });
    await copy('shipments', { id: idOf('shipment'), order_id: idOf('order'), tracking_code: 'md5(i::text)' });
    await copy('test_results', { id: idOf('result'), test_id: idOf('test'), created_at: later });
    const rareAnalyte = `CASE i WHEN 1 THEN '99999-9' ELSE r.loinc_num END`;
    await copy('observations', { id: idOf('observation'), result_id: idOf('result'), loinc_num: rareAnalyte, created_at: later });
    const rareStatus = `CASE i WHEN 1 THEN 'on-hold' ELSE r.status END`;
    await copy('service_requests', {
      id: 'r.id + i',
      test_id: idOf('test'),
      order_id: idOf('order'),
      status: rareStatus,
      created_at: later,
    });
    await copy('kit_orders', { id: idOf('kitOrder'), created_at: later });
    await copy('kits', {
      id: idOf('kit'),
      order_id: idOf('kitOrder'),
      product_id: someProduct,
      kit_code: 'md5(i::text)',
      created_at: later,
    });
    await run('VACUUM ANALYZE');
  }, 120_000);

  afterAll(() => gateway.stop());

  const [orders, tests, results] = ['/v1/diagnostic_orders', '/v1/diagnostic_tests', '/v1/test_results'];
  const [requests, reports, observations] = ['service_requests', 'diagnostic_reports', 'observations'].map(
    (name) => `/fhir/r5/${name}`,
  ) as [string, string, string];
  const kits = '/sck/v1/kits';

  it.each<[path: string, query: string, index: string]>([
    [tests, `specimenCode[]=${word}`, 'specimens_specimen_code_idx'],
    [tests, `product[]=product-1`, 'diagnostic_tests_partner_id_product_id_created_at_id_idx'],
    [orders, `product[]=product-1`, 'diagnostic_tests_partner_id_product_id_created_at_id_idx'],
    [orders, `json_exact[shipmentTracking.trackingCode]=${word}`, 'shipments_tracking_idx'],
    [orders, `json_search[shipmentTracking.trackingCode]=${part}`, 'shipments_tracking_search'],
    [results, `observation[]=${firstId('observation')}`, 'observations_pkey'],
    [requests, 'status[]=on-hold', 'service_requests_partner_id_status_created_at_id_idx'],
    [requests, `diagnosticTest[]=${firstId('test')}`, 'service_requests_partner_id_test_id_key'],
    [requests, `order[]=${firstId('order')}`, 'service_requests_partner_id_order_id_idx'],
    [reports, `diagnosticTest[]=${firstId('test')}`, 'test_results_partner_id_test_id_created_at_id_idx'],
    [reports, `testResult[]=${firstId('result')}`, 'test_results_(?:id_idx|pkey)'],
    [observations, `loincNum[]=99999-9`, 'observations_(?:partner_id_loinc_num_created_at_id_idx|code_collected)'],
    [observations, `testResult[]=${firstId('result')}`, 'observations_partner_id_result_id_position_key'],
    [kits, `kit[]=${word}`, 'kits_partner_id_kit_code_key'],
    [kits, `kit[]=${word}`, 'kits_pkey'],
    [kits, `product[]=product-1`, 'kits_partner_id_product_id_created_at_id_idx'],
    [kitOrdersPath, `kit[]=${word}`, 'kits_partner_id_kit_code_key'],
    [kitOrdersPath, `product[]=product-1`, 'kits_partner_id_product_id_created_at_id_idx'],
  ])('%s?%s finds its record by %s', async (path, query, index) => {
    const { answer, statements } = await noteStatements(() => gateway.acme.get(`${path}?${query}`));
    expect(answer.body).toHaveLength(query.startsWith('product') ? rows / products : 1);
    const list = statements.find(({ text }) => /\bORDER BY .+ LIMIT \d/s.test(text))!;
    const plan = await planOf(gateway.dataSource, list, { isRun: true });
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index}\\b`));
    expect(plan).not.toMatch(
      /Seq Scan on (diagnostic_orders|diagnostic_tests|specimens|shipments|test_results|observations|kit_orders|kits|service_requests)\b/,
    );
  });
});
