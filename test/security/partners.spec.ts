import { deliverResult, orderBody, placeOrder } from '../support/factories';
import { nowhere } from '../support/patterns';
import { withoutOccurrence } from '../support/problems';
import { kitOrderBody, makeRecords, pathWith, type Records, routesIn } from '../support/records';
import { gatewayForTests } from '../support/gateway';
import type { Route } from '../../src/openapi/routes';
import type { TestAnswer, TestClient } from '../support/test-client';

type IdOf = (collection: string) => string | undefined;

/** What FHIR writes at an address is checked before anyone looks whose record it is. */
const checksBodyFirst = ({ method }: Route): boolean => method === 'PUT' || method === 'PATCH';

const isPlain = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);

/** A resource that is put somewhere has the id of that place. */
const at = (route: Route, idOf: IdOf, body: unknown): unknown =>
  route.method === 'PUT' && isPlain(body) ? { ...body, id: idOf('ServiceRequest') } : body;

const sendTo = (client: TestClient, route: Route, idOf: IdOf, body?: unknown): Promise<TestAnswer> => {
  const headers = route.method === 'PATCH' ? { 'Content-Type': route.operation.body!.consumes![0]! } : undefined;
  return client.send(route.method, pathWith(route, idOf), at(route, idOf, body), headers);
};

const detailOf = ({ body }: TestAnswer): unknown => body.detail ?? body.issue[0].details.text;

describe('partners', () => {
  let records: Records;
  const gateway = gatewayForTests(async (started) => {
    records = await makeRecords(started);
  });

  /** Operations of a partner on one record of its own. */
  const ownRoutes = () =>
    routesIn(gateway).filter(
      ({ path }) => /^\/(v1|sck\/v1|fhir)\/.*:id/.test(path) && !/\/(diagnostic_)?products\/|\$validate$/.test(path),
    );

  const idOfRecord: IdOf = (collection) => (records as Readonly<Partial<Record<string, string>>>)[collection];

  const bodies: readonly [string, (example: unknown) => unknown][] = [
    ['the example as body', (example) => example],
    ['an empty object', () => ({})],
    ['a member of the wrong type', () => ({ specimenCode: 1, provider: 1 })],
    ['a body that is not JSON', () => '{'],
    ['no body', () => undefined],
  ];

  it.each(bodies)('cannot tell a foreign record from a missing one, with %s', async (_, bodyOf) => {
    const { other } = gateway;
    for (const route of ownRoutes()) {
      const body = bodyOf(route.operation.body?.example);
      if (route.method === 'GET' && body !== undefined) continue;
      const foreign = await sendTo(other, route, idOfRecord, body);
      const missing = await sendTo(other, route, () => nowhere, body);
      const name = `${route.method} ${route.path}`;
      if (!checksBodyFirst(route) || body === route.operation.body?.example) {
        expect([name, missing.status, detailOf(missing)]).toEqual([name, 404, 'Not Found']);
      }
      expect([name, withoutOccurrence(foreign, ...Object.values(records))]).toEqual([name, withoutOccurrence(missing, nowhere)]);
    }
  });

  it.each([
    'x',
    '0',
    '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3',
    '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3ag',
    "' OR '1'='1",
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '%F0%9F%98%80',
    'a'.repeat(5000),
  ])('gets no record for the id %s', async (id) => {
    for (const route of ownRoutes()) {
      const { status } = await sendTo(gateway.acme, route, () => encodeURI(decodeURI(id)), route.operation.body?.example);
      const isChecked = route.method === 'PUT' && status === 400;
      expect([route.path, status]).toEqual([route.path, id.includes('%00') || isChecked ? expect.any(Number) : 404]);
      expect([route.path, status < 500]).toEqual([route.path, true]);
    }
  });

  it('takes ids in capitals for the same', async () => {
    for (const route of ownRoutes().filter(({ method }) => method === 'GET')) {
      const answer = await gateway.acme.get(pathWith(route, (collection) => idOfRecord(collection)?.toUpperCase()));
      expect([route.path, answer.status]).toEqual([route.path, 200]);
    }
  });

  it('changes nothing at a foreign record', async () => {
    const everything = async () => {
      const tables: { name: string }[] = await gateway.dataSource.query(
        `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'partner_id' ORDER BY 1`,
      );
      const partner = `(SELECT id FROM partners WHERE slug = 'acme')`;
      const rows = await Promise.all(
        tables
          .filter(({ name }) => name !== 'access_tokens')
          .map(async ({ name }): Promise<[string, unknown[]]> => [
            name,
            await gateway.dataSource.query(`SELECT * FROM ${name} WHERE partner_id = ${partner} ORDER BY ${name}::text`),
          ]),
      );
      return Object.fromEntries(rows);
    };
    const before = await everything();
    const filled = Object.keys(before).filter((table) => before[table]!.length > 0);
    expect(filled).toEqual(
      expect.arrayContaining(['diagnostic_orders', 'diagnostic_tests', 'specimens', 'observations', 'documents', 'kits']),
    );
    for (const route of ownRoutes().filter(({ method }) => method !== 'GET')) {
      await sendTo(gateway.other, route, idOfRecord, route.operation.body?.example);
    }
    expect(await everything()).toEqual(before);
  });

  it('see nothing of each other in a list, whatever they filter by', async () => {
    const { diagnostic_orders: order, diagnostic_tests: test, test_results: result, observations: observation, kits } = records;
    const lists: readonly [path: string, ...filters: string[]][] = [
      [
        '/v1/diagnostic_orders',
        `order[]=${order}`,
        `diagnosticTest[]=${test}`,
        'product[]=lipid-panel',
        'json_exact[shippingAddress.city]=Berlin',
      ],
      ['/v1/diagnostic_tests', `diagnosticTest[]=${test}`, `order[]=/v1/diagnostic_orders/${order}`, `specimenCode[]=SP-${order}`],
      ['/v1/test_results', `testResult[]=${result}`, `diagnosticTest[]=${test}`, `observation[]=${observation}`],
      ['/v1/observations', `observation[]=${observation}`, `testResult[]=${result}`, 'exists[unit]=true'],
      ['/sck/v1/orders', `order[]=${records.orders}`, `kit[]=${kits}`, 'product[]=blood-kit', 'json_search[contact.lastName]=muster'],
      ...['r4b', 'r5'].flatMap((release): [string, ...string[]][] => [
        [`/fhir/${release}/service_requests`, `order[]=${order}`, `diagnosticTest[]=${test}`, 'status[]=completed'],
        [`/fhir/${release}/diagnostic_reports`, `testResult[]=${result}`, `diagnosticTest[]=${test}`],
        [`/fhir/${release}/observations`, `testResult[]=${result}`, 'loincNum[]=13457-7'],
      ]),
      ['/sck/v1/kits', `kit[]=${kits}`, `order[]=${records.orders}`, 'product[]=blood-kit'],
    ];
    for (const [path, ...filters] of lists) {
      for (const query of ['', 'page=1', 'cursor=', ...filters]) {
        const own = await gateway.acme.get(`${path}?${query}`);
        expect([path, query, own.status, own.body.length]).toEqual([path, query, 200, 1]);
        const foreign = await gateway.other.get(`${path}?${query}`, { Prefer: 'count=exact' });
        expect([path, query, foreign.status, foreign.body, foreign.headers['x-total-count']]).toEqual([path, query, 200, [], '0']);
      }
    }
  });

  it('cannot move a cursor into the records of another', async () => {
    for (let count = 0; count < 3; count += 1) await placeOrder(gateway.acme);
    const first = await gateway.acme.get('/v1/diagnostic_orders?cursor=&itemsPerPage=1');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link']!)?.[1];
    expect((await gateway.other.get(next!)).body).toEqual([]);
  });

  it('keep their own records when both use the same numbers and codes', async () => {
    const code = 'SHARED-1';
    const [mine, theirs] = [await placeOrder(gateway.acme), await placeOrder(gateway.other)];
    await gateway.acme.post(`/v1/diagnostic_tests/${mine.testIds[0]!}/specimens`, { specimenCode: code });
    await gateway.other.post(`/v1/diagnostic_tests/${theirs.testIds[0]!}/specimens`, { specimenCode: code });
    const result = await deliverResult(gateway.operator, theirs.testIds[0]!);
    expect((await gateway.other.get(`/v1/test_results/${result.id}`)).status).toBe(200);
    expect((await gateway.acme.get(`/v1/test_results/${result.id}`)).status).toBe(404);
    const found = await gateway.acme.get(`/v1/diagnostic_tests?specimenCode[]=${code}`);
    expect(found.body.map(({ id }: { id: string }) => id)).toEqual(mine.testIds);
  });

  it('echo a foreign address id without linking to it', async () => {
    const { body: own } = await gateway.acme.get(`/v1/diagnostic_orders/${records.diagnostic_orders}`);
    const address = { ...orderBody().shippingAddress, id: own.shippingAddress.id, lastName: 'Andere' };
    const created = await gateway.other.post('/v1/diagnostic_orders', orderBody({ shippingAddress: address }));
    expect(created.body.shippingAddress).toMatchObject({ id: own.shippingAddress.id, lastName: 'Andere' });
    expect((await gateway.acme.get(`/v1/diagnostic_orders/${records.diagnostic_orders}`)).body).toEqual(own);
    expect((await gateway.other.post('/sck/v1/orders', kitOrderBody({ shippingAddress: address }))).status).toBe(201);
  });
});
