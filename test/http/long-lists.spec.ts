import { operatingScopes, partnerScopes } from '@gateway/access';
import { deliverResult, observationBody, orderBody, placeOrder, putProduct, resultBody } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { kitOrderBody } from '../support/records';
import { fulfil, placeKitOrder, putKitProduct } from '../support/kits';
import { nowhere } from '../support/patterns';
import { expectViolations, violation } from '../support/problems';

const many = <T>(length: number, entry: T): T[] => Array.from({ length }, () => entry);

/** What a body may repeat is bounded, and looked at only within its bounds. */
describe('long lists in bodies', () => {
  let gateway: TestGateway;
  let test: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    await putKitProduct(gateway.operator);
    test = (await placeOrder(gateway.acme)).testIds[0]!;
  });

  afterAll(() => gateway.stop());

  const result = (members: object) => resultBody({ diagnosticTest: test, ...members });
  const observation = (members: object) => result({ observations: [observationBody({ ...members })] });
  const scopes = partnerScopes.length + operatingScopes.length;

  it.each<[place: string, max: number, send: (list: unknown[]) => [method: string, path: string, body: object]]>([
    ['productIds', 1000, (productIds) => ['POST', '/v1/diagnostic_orders', orderBody({ productIds })]],
    ['productIds', 1000, (productIds) => ['POST', '/sck/v1/orders', kitOrderBody({ productIds })]],
    ['kits', 1000, (kits) => ['POST', `/fulfilment/v1/sck_orders/${nowhere}/fulfil`, { kits }]],
    ['scopes', scopes, (list) => ['POST', '/admin/v1/tokens', { partner: 'acme', name: 'x', scopes: list }]],
    ['loincNums', 200, (loincNums) => ['PUT', '/admin/v1/diagnostic_products/lipid-panel', { name: { en: 'x' }, loincNums }]],
    ['observations', 5000, (observations) => ['POST', '/lab/v1/test_results', result({ observations })]],
    ['labNotes', 100, (labNotes) => ['POST', '/lab/v1/test_results', result({ labNotes })]],
    ['documents', 20, (documents) => ['POST', '/lab/v1/test_results', result({ documents })]],
    ['observations[0].labNotes', 100, (labNotes) => ['POST', '/lab/v1/test_results', observation({ labNotes })]],
    [
      'observations[0].referenceRange.intervals',
      50,
      (intervals) => ['POST', '/lab/v1/test_results', observation({ referenceRange: { intervals } })],
    ],
  ])('of %s are refused beyond %d entries, whatever the entries are', async (place, max, send) => {
    const kitOrder = await placeKitOrder(gateway.acme);
    for (const length of [max + 1, 140_000]) {
      const [method, path, body] = send(many(length, 0));
      const client = /^\/(v1|sck)\//.test(path) ? gateway.acme : gateway.operator;
      const answer = await client.send(method, path.replace(nowhere, kitOrder.orderId), body);
      expectViolations(answer, violation(place, 'TooMany', { payload: { max } }));
    }
  });

  it('tell their first hundred faults', async () => {
    const observations = many(5000, observationBody({ labNotes: many(100, '\0'), loincNum: '' }));
    const { status, body } = await gateway.operator.post('/lab/v1/test_results', result({ observations }));
    expect([status, body.violations.length]).toEqual([422, 100]);
    expect(body.violations.slice(0, 3).map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'observations[0].loincNum',
      'observations[0].labNotes[0]',
      'observations[0].labNotes[1]',
    ]);
    const wrong = await gateway.operator.post('/lab/v1/test_results', result({ observations: many(5000, 7) }));
    expect([wrong.status, wrong.body.detail.match(/attribute must be/g).length]).toEqual([400, 100]);
  });

  it('tell the faults of a result in the order of its members', async () => {
    const body = { observations: [], documents: [{}], labNotes: ['\0'], externalId: ' ', diagnosticTest: 'nothing' };
    const answer = await gateway.operator.post('/lab/v1/test_results', body);
    const places = answer.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath);
    expect(places.map((place: string) => place.replace(/\W.*/, ''))).toEqual([
      'diagnosticTest',
      'externalId',
      'labNotes',
      'documents',
      'documents',
      'documents',
    ]);
    const unnamed = await gateway.operator.post('/lab/v1/test_results', resultBody({ externalId: ' ' }));
    expectViolations(unnamed, violation('diagnosticTest', 'NotBlank'), violation('externalId', 'NotBlank'));
  });

  it('assign the codes of a thousand kits', async () => {
    const order = await placeKitOrder(gateway.acme, { productIds: many(1000, 'blood-kit') });
    const codes = order.kitIds.map((_, index) => `K-${index}`);
    expect((await fulfil(gateway.operator, order, codes)).status).toBe(200);
    const rows: { code: string }[] = await gateway.dataSource.query(
      'SELECT kit_code AS code FROM kits WHERE order_id = $1 ORDER BY position',
      [order.orderId],
    );
    expect(rows.map(({ code }) => code)).toEqual(codes);
  });

  it('take as many notes, intervals and documents as they may have', async () => {
    const document = { originalFileName: 'a', mimeType: 'text/plain', content: '' };
    const body = await deliverResult(gateway.operator, test, {
      labNotes: many(100, 'note'),
      documents: many(20, document),
      observations: [observationBody({ labNotes: many(100, ''), referenceRange: { intervals: many(50, { label: 'a' }) } })],
    });
    expect([body.documents.length, body.observations[0].referenceRange.intervals.length]).toEqual([20, 50]);
  });
});
