import type { GatewayAdapter } from '../../src/http/gateway-adapter';
import { operatingScopes, operationOf, partnerScopes, type Scope } from '@gateway/access';
import type { Route } from '../../src/openapi/routes';
import { nowhere } from '../support/patterns';
import { makeRecords, pathWith, type Records, routesIn } from '../support/records';
import { startGateway, type TestGateway } from '../support/gateway';
import { TestClient } from '../support/test-client';

/** What each operation requires, as the interface's documents say; the first rule that fits. */
const documentedScopes: readonly [pattern: RegExp, scope: Scope | undefined][] = [
  [/^GET \/v1\/diagnostic_orders/, 'orders:read'],
  [/^POST \/v1\/diagnostic_orders\/:id\/gdpr-erasure$/, 'gdpr:erase'],
  [/^POST \/v1\/diagnostic_orders/, 'orders:write'],
  [/^GET \/v1\/diagnostic_tests/, 'tests:read'],
  [/^POST \/v1\/diagnostic_tests/, 'tests:write'],
  [/^GET \/v1\/(test_results|observations|documents)/, 'results:read'],
  [/^GET \/v1\/diagnostic_products/, 'products:read'],
  [/^GET \/sck\/v1\//, 'sck:read'],
  [/^POST \/sck\/v1\//, 'sck:write'],
  [/^GET (\/fhir\/r(4b|5))?\/\.well-known\/smart-configuration$/, undefined],
  [/^GET \/fhir\/r(4b|5)\/(metadata|\$versions)$/, undefined],
  [/^(GET \/fhir\/|POST \/fhir\/r(4b|5)\/.*(\$validate|_search)$)/, 'fhir:read'],
  // A Bundle may hold nothing but reads; each entry needs what a request of its own would.
  [/^POST \/fhir\/r(4b|5)$/, 'fhir:read'],
  [/^(POST|PUT|PATCH) \/fhir\//, 'fhir:write'],
  [/^[A-Z]+ \/lab\/v1\//, 'lab:write'],
  [/^[A-Z]+ \/fulfilment\/v1\//, 'fulfilment:write'],
  [/^[A-Z]+ \/admin\/v1\//, 'admin'],
  [/^POST \/auth\/token$/, undefined],
  [/^GET \/(health\/|metrics$|docs|openapi\.json$|contexts\/|errors\/|validation_errors\/)/, undefined],
];

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** The answer to a request that is let in and brings no body, from the operation's own description. */
function statusWithoutBody({ method, path, operation }: Route): number {
  if (path.endsWith('/_search')) return 200;
  if (operation.problems?.includes('not_implemented')) return 501;
  if (method === 'DELETE') return 404;
  if (operation.body === undefined || operation.body.isOptional === true) return operation.answers[0].status;
  return (operation.body.consumes ?? ['application/json']).some((type) => type.endsWith('json')) ? 400 : 415;
}

describe('every route', () => {
  let gateway: TestGateway;
  let routes: readonly Route[];
  let guarded: readonly Route[];
  let records: Records;
  let addresses = 0;

  const pathOf = (route: Route): string =>
    pathWith(route, (collection) =>
      collection === 'tokens' ? nowhere : (records as Readonly<Partial<Record<string, string>>>)[collection],
    );

  /** Status and detail of each route for a token, each asked from an address of its own. */
  async function askAll(
    asked: readonly Route[],
    client: TestClient,
    path = pathOf,
  ): Promise<Record<string, { status: number; detail: string }>> {
    const answers: Record<string, { status: number; detail: string }> = {};
    for (const route of asked) {
      addresses += 1;
      const { status, body } = await client.send(route.method, path(route), undefined, {
        'X-Forwarded-For': `2001:db8::${addresses.toString(16)}`,
      });
      answers[nameOf(route)] = { status, detail: body?.detail ?? body?.issue?.[0].details.text };
    }
    return answers;
  }

  const statuses = (answers: Record<string, { status: number }>) =>
    Object.entries(answers).map(([name, { status }]) => `${name}: ${status}`);

  beforeAll(async () => {
    gateway = await startGateway({ trustedProxies: 'loopback' });
    records = await makeRecords(gateway);
    routes = routesIn(gateway);
    guarded = routes.filter(({ operation }) => operation.scope !== undefined);
  });

  afterAll(() => gateway.stop());

  it('is described', () => {
    expect(() => operationOf(() => undefined)).toThrow('no operation description');
    const adapter = gateway.application.getHttpAdapter() as unknown as GatewayAdapter;
    const routed = adapter.routes.all.map(({ method, path }) => `${method} ${path}`);
    expect(routed.sort()).toEqual(routes.map(nameOf).sort());
  });

  it('requires the scope that the documents name', () => {
    const documented = routes.map((route) => {
      const rule = documentedScopes.find(([pattern]) => pattern.test(nameOf(route)));
      return [nameOf(route), rule === undefined ? 'not documented' : rule[1]];
    });
    expect(routes.map((route) => [nameOf(route), route.operation.scope])).toEqual(documented);
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ['no token', () => Promise.resolve(undefined)],
    ['an unknown token', () => Promise.resolve(`lab_${'A'.repeat(43)}`)],
    ['an expired token of a partner', () => gateway.secretWith({ expiresAt: new Date('2026-01-01') })],
    ['an expired token of the operating side', () => gateway.secretWith({ partner: null, expiresAt: new Date('2026-01-01') })],
    [
      'a revoked token',
      async () => {
        const { body } = await gateway.operator.post('/admin/v1/tokens', { partner: 'acme', name: 'gone', scopes: [...partnerScopes] });
        await gateway.operator.send('DELETE', `/admin/v1/tokens/${body.id}`);
        return body.token;
      },
    ],
  ])('with a scope answers 401 to %s', async (_, secret) => {
    const answers = await askAll(guarded, new TestClient(gateway.url, await secret()));
    expect(statuses(answers)).toEqual(guarded.map((route) => `${nameOf(route)}: 401`));
  });

  it.each([...partnerScopes, ...operatingScopes])('answers to a token with %s alone by its own scope', async (scope) => {
    const side = (operatingScopes as readonly string[]).includes(scope) ? null : 'acme';
    const answers = await askAll(guarded, await gateway.clientWith({ partner: side, scopes: [scope] }));
    expect(statuses(answers)).toEqual(
      guarded.map((route) => `${nameOf(route)}: ${route.operation.scope === scope ? statusWithoutBody(route) : 403}`),
    );
    for (const route of guarded.filter(({ operation }) => operation.scope !== scope)) {
      expect(answers[nameOf(route)]?.detail).toContain(route.operation.scope);
    }
  });

  it.each([...partnerScopes, ...operatingScopes])(
    'answers 403 to a token with every scope but %s, where that is the one',
    async (scope) => {
      const [side, partner] = (operatingScopes as readonly string[]).includes(scope) ? [operatingScopes, null] : [partnerScopes, 'acme'];
      const client = await gateway.clientWith({ partner, scopes: side.filter((one) => one !== scope) });
      const asked = guarded.filter(({ operation }) => operation.scope === scope);
      expect(asked.length).toBeGreaterThan(0);
      expect(statuses(await askAll(asked, client))).toEqual(asked.map((route) => `${nameOf(route)}: 403`));
    },
  );

  it('answers to the right token of a partner', async () => {
    const asked = guarded.filter(({ operation }) => (partnerScopes as readonly (string | undefined)[]).includes(operation.scope));
    expect(statuses(await askAll(asked, gateway.acme))).toEqual(asked.map((route) => `${nameOf(route)}: ${statusWithoutBody(route)}`));
  });

  it('answers to Authorization as to X-API-TOKEN', async () => {
    const secrets = [`lab_${'A'.repeat(43)}`, await gateway.secretWith({ expiresAt: new Date('2026-01-01') }), gateway.acme.token!];
    for (const secret of secrets) {
      const client = new TestClient(gateway.url, secret);
      const bearer = {
        send: (method: string, path: string, body?: unknown, headers?: object) =>
          gateway.nobody.send(method, path, body, { ...headers, Authorization: `Bearer ${secret}` }),
      } as TestClient;
      expect(statuses(await askAll(guarded, bearer))).toEqual(statuses(await askAll(guarded, client)));
    }
  });

  it('answers 403 before it looks at anything else', async () => {
    const client = await gateway.clientWith({ scopes: ['fhir:read'] });
    const answer = await client.post('/v1/diagnostic_orders?unknown=1', '{not json', { 'Content-Type': 'text/plain', Accept: 'text/html' });
    expect(answer.status).toBe(403);
  });

  it('without a scope needs no token and minds no bad one', async () => {
    const open = routes.filter(({ operation }) => operation.scope === undefined);
    const expected = open.map((route) => `${nameOf(route)}: ${statusWithoutBody(route)}`);
    expect(statuses(await askAll(open, gateway.nobody))).toEqual(expected);
    expect(statuses(await askAll(open, new TestClient(gateway.url, 'unknown')))).toEqual(expected);
  });

  it('of a partner answers another partner as if the record were not there', async () => {
    // What FHIR writes at an address is checked first, whoever owns the record (partners.spec.ts).
    const owned = guarded.filter(
      ({ method, path }) => /^\/(v1|sck\/v1|fhir)\/.*:id/.test(path) && !/products|\$validate$/.test(path) && !/PUT|PATCH/.test(method),
    );
    expect(owned.length).toBeGreaterThanOrEqual(10);
    const answers = await askAll(owned, gateway.other);
    expect(statuses(answers)).toEqual(owned.map((route) => `${nameOf(route)}: 404`));
  });

  it('of the operating side takes no token of a partner, and the other way round', async () => {
    const operating = guarded.filter(({ operation }) => (operatingScopes as readonly (string | undefined)[]).includes(operation.scope));
    const partners = guarded.filter((route) => !operating.includes(route));
    expect(statuses(await askAll(operating, gateway.acme))).toEqual(operating.map((route) => `${nameOf(route)}: 403`));
    expect(statuses(await askAll(partners, gateway.operator))).toEqual(partners.map((route) => `${nameOf(route)}: 403`));
  });
});
