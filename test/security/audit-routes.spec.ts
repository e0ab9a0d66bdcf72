import type { Route } from '../../src/openapi/routes';
import { recordedBy } from '../support/audit';
import { startGateway, type TestGateway } from '../support/gateway';
import { nowhere } from '../support/patterns';
import { makeRecords, pathWith, type Records, routesIn } from '../support/records';

/** Catalogues of products hold no patient's data. */
const unrecorded = ['GET /sck/v1/products', 'GET /sck/v1/products/:id', 'GET /v1/diagnostic_products', 'GET /v1/diagnostic_products/:id'];

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

describe('of every route the audit trail', () => {
  let gateway: TestGateway;
  let routes: readonly Route[];
  let records: Records;

  const pathOf = (route: Route): string =>
    pathWith(route, (collection) =>
      collection === 'tokens' ? nowhere : (records as Readonly<Partial<Record<string, string>>>)[collection],
    );

  beforeAll(async () => {
    gateway = await startGateway();
    records = await makeRecords(gateway);
    routes = routesIn(gateway).filter(({ operation: { id } }) => id !== 'listAuditEvents');
  });

  afterAll(() => gateway.stop());

  /** Asks each route once and tells what was recorded of the request, found by its id. */
  async function askAll(client: (route: Route) => TestGateway['acme'], headers: Record<string, string> = {}) {
    const answers = new Map<string, { route: Route; status: number }>();
    const events = await recordedBy(gateway, async () => {
      for (const [index, route] of routes.entries()) {
        const requestId = `route-${index}`;
        const { status } = await client(route).send(route.method, pathOf(route), undefined, { 'X-Request-Id': requestId, ...headers });
        answers.set(requestId, { route, status });
      }
    });
    return [...answers].map(([requestId, { route, status }]) => ({
      route,
      status,
      events: events.filter((event) => event.requestId === requestId),
    }));
  }

  const isRecorded = (route: Route): boolean => route.operation.scope !== undefined && !unrecorded.includes(nameOf(route));

  it('has one event for each request of a known token, with its outcome', async () => {
    const sideOf = ({ operation: { scope } }: Route) => (/^(lab|fulfilment|admin)/.test(scope ?? '') ? gateway.operator : gateway.acme);
    const asked = await askAll(sideOf);
    expect(
      asked.map(({ route, events }) => [
        nameOf(route),
        events.map(({ operation, scope, method, status, partner }) => ({ operation, scope, method, status, partner })),
      ]),
    ).toEqual(
      asked.map(({ route, status }) => {
        const { id, scope } = route.operation;
        const partner = /^(lab|fulfilment|admin)/.test(scope ?? '') ? null : 'acme';
        return [nameOf(route), isRecorded(route) ? [{ operation: id, scope, method: route.method, status, partner }] : []];
      }),
    );
    expect(asked.filter(({ route }) => isRecorded(route)).length).toBeGreaterThan(50);
  });

  it('has one event for each request that lacks the scope', async () => {
    const client = await gateway.clientWith({ partner: null, scopes: ['fulfilment:write'] });
    const asked = await askAll(() => client);
    const refused = asked.filter(({ status }) => status === 403);
    expect(refused.map(({ route, events }) => [nameOf(route), events.map(({ status, outcome }) => [status, outcome])])).toEqual(
      refused.map(({ route }) => [nameOf(route), isRecorded(route) ? [[403, 'refused']] : []]),
    );
    expect(refused.length).toBeGreaterThan(50);
  });

  it('has nothing for requests of nobody', async () => {
    const asked = await askAll(() => gateway.nobody);
    expect(asked.flatMap(({ events }) => events)).toEqual([]);
  });
});
