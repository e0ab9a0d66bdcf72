import type { Route } from '../../src/openapi/routes';
import { startGateway, type TestGateway } from '../support/gateway';
import { makeRecords, pathWith, type Records, routesIn } from '../support/records';
import { SmartTestClient } from '../support/smart-client';

/** What a token must be allowed for an operation: an interaction with a type of resource. */
type Need = `${string}.${'c' | 'r' | 'u' | 's'}`;

/**
 * What each FHIR operation is, as "Scopes for requesting FHIR resources" of SMART App Launch 2.2 sorts interactions; the first rule that
 * fits. Several needs: any of them opens it, since what is asked for in a Bundle or to be checked is looked at piece by piece.
 */
const rules: readonly [pattern: RegExp, needs: (type: string) => readonly Need[]][] = [
  [/^POST (?:\/|\/:type(?:\/:id)?\/\$validate)$/, () => readable],
  [/^POST \/(\w+)\/_search$/, (type) => [`${type}.s`]],
  [/^GET \/(\w+)\/:id(?:\/_history(?:\/:version)?)?$/, (type) => [`${type}.r`]],
  [/^GET \/(\w+)$/, (type) => [`${type}.s`]],
  [/^POST \/(\w+)$/, (type) => [`${type}.c`]],
  [/^(?:PUT|PATCH) \/(\w+)\/:id$/, (type) => [`${type}.u`]],
];

/** Each single scope that a client can have. */
const single: readonly Need[] = [
  ...(['c', 'r', 'u', 's'] as const).map((letter): Need => `ServiceRequest.${letter}`),
  ...(['c', 'r', 's'] as const).map((letter): Need => `Patient.${letter}`),
  ...['DiagnosticReport', 'Observation', 'Specimen'].flatMap((type): Need[] => [`${type}.r`, `${type}.s`]),
];

const readable = single.filter((need) => /[rs]$/.test(need));

/** Collections of the proprietary paths, and the type that they hold. */
const collections: Readonly<Record<string, string>> = {
  service_requests: 'ServiceRequest',
  diagnostic_reports: 'DiagnosticReport',
  observations: 'Observation',
};

const fhirPath = /^\/fhir\/r(?:4b|5)/;

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

function needsOf(route: Route): readonly Need[] {
  if (!fhirPath.test(route.path)) return [];
  const name = `${route.method} ${route.path.replace(fhirPath, '') || '/'}`;
  for (const [pattern, needs] of rules) {
    const found = pattern.exec(name);
    if (found !== null) return needs(collections[found[1] ?? ''] ?? found[1] ?? '');
  }
  throw new Error(`no rule for ${nameOf(route)}`);
}

describe('a token with a single SMART scope', () => {
  let gateway: TestGateway;
  let records: Records;
  let routes: readonly Route[];
  let smart: SmartTestClient;

  beforeAll(async () => {
    gateway = await startGateway();
    records = await makeRecords(gateway);
    routes = routesIn(gateway).filter(({ operation }) => operation.scope !== undefined);
    smart = new SmartTestClient(gateway, 'matrix');
    await smart.register();
  });

  afterAll(() => gateway.stop());

  it('is enough for every FHIR operation', () => {
    const fhir = routes.filter(({ path }) => fhirPath.test(path));
    expect(fhir.length).toBeGreaterThan(50);
    expect(fhir.filter((route) => !needsOf(route).some((need) => single.includes(need))).map(nameOf)).toEqual([]);
  });

  const pathOf = (route: Route): string =>
    pathWith(route, (collection) => (records as Readonly<Partial<Record<string, string>>>)[collection] ?? 'unknown');

  /** A body that is read, and that is wrong: what is let in is refused for that, and nothing is stored. */
  const bodyOf = ({ method, path }: Route): readonly [body: unknown, headers: Record<string, string>] => {
    if (path.endsWith('/_search')) return [undefined, {}];
    if (method === 'PATCH') return ['[{"op":"unknown"}]', { 'Content-Type': 'application/json-patch+json' }];
    return method === 'POST' || method === 'PUT' ? [{ resourceType: 'Unknown' }, {}] : [undefined, {}];
  };

  it.each(single)('%s opens what that is, and nothing else', async (need) => {
    const client = await smart.loggedIn(`system/${need}`);
    const opened: string[] = [];
    for (const route of routes) {
      const { status } = await client.send(route.method, pathOf(route), ...bodyOf(route));
      expect([nameOf(route), status]).not.toEqual([nameOf(route), 401]);
      expect(status).toBeLessThan(500);
      if (status !== 403) opened.push(nameOf(route));
    }
    const expected = routes.filter((route) => needsOf(route).includes(need)).map(nameOf);
    expect(opened.sort()).toEqual(expected.sort());
  });
});
