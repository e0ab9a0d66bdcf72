import type { RendererName } from '../plain/renderers';
import { type LoadRequest, sample, type Scenario, type Surroundings } from './scenario';

const lastPart = /\/([^/?]+)$/;

const ofTable = (table: string): string => `SELECT id FROM ${table} WHERE partner_id = $1`;

/** Results with as many values as the largest panel has. */
const largeResults = `SELECT id FROM test_results r WHERE partner_id = $1
  AND EXISTS (SELECT FROM observations o WHERE o.partner_id = r.partner_id AND o.result_id = r.id AND o.position = 19)`;

const read = (name: string, title: string, base: string, ids: string, renderer: RendererName): Scenario => ({
  name,
  title,
  method: 'GET',
  side: 'partner',
  key: { path: lastPart },
  renderer,
  isRepeatable: true,
  requests: async (surroundings) => (await sample(surroundings, ids)).map((id): LoadRequest => ({ path: `${base}/${id}` })),
});

const list = (name: string, title: string, request: (surroundings: Surroundings) => Promise<string>): Scenario => ({
  name,
  title,
  method: 'GET',
  side: 'partner',
  renderer: 'observations',
  isRepeatable: true,
  requests: async (surroundings) => [{ path: await request(surroundings) }],
});

const firstPage = '/v1/observations?cursor=';

/** The cursor after the observation at the depth, as the service writes it. */
async function deepPage({ database, partner, partnerId, depth }: Surroundings): Promise<string> {
  const { rows } = await database.query<{ at: string }>(
    'SELECT iso_utc(created_at) AS at FROM observations WHERE partner_id = $1 ORDER BY created_at, id OFFSET $2 LIMIT 1',
    [partnerId, depth],
  );
  const { link } = await partner.get(`${firstPage}&createdAt[gte]=${rows[0]!.at}`);
  const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(link ?? '');
  if (next === null) throw new Error('the list of observations has no page at the depth');
  return firstPage + next[1]!;
}

export const reads: readonly Scenario[] = [
  read('read-test', 'read a test, /v1', '/v1/diagnostic_tests', ofTable('diagnostic_tests'), 'test'),
  read('read-order', 'read an order, /v1', '/v1/diagnostic_orders', ofTable('diagnostic_orders'), 'order'),
  read('read-result', 'read a result with 20 observations, /v1', '/v1/test_results', largeResults, 'result'),
  read('read-report-r4b', 'the same result, DiagnosticReport of R4B', '/fhir/r4b/DiagnosticReport', largeResults, 'report-r4b'),
  read('read-observation-r5', 'read an Observation of R5', '/fhir/r5/Observation', ofTable('observations'), 'observation-r5'),
  read('read-request-r5', 'read a ServiceRequest of R5', '/fhir/r5/ServiceRequest', ofTable('service_requests'), 'request-r5'),
  list('list-first', 'first page of observations', () => Promise.resolve(firstPage)),
  list('list-deep', 'page of observations at depth', deepPage),
];
