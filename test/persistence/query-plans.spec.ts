import { Client } from 'pg';
import { copyModel } from '../../bench/fill/copy-model';
import { makeModel } from '../../bench/fill/model';
import { allQueries, type Documented, type Query } from '../../bench/queries/queries';
import { sampleValues } from '../../bench/queries/values';
import { baseUrl } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { planOf, tablesReadWhole } from '../support/query-plans';
import { noteStatements } from '../support/sent-statements';
import type { TestAnswer, TestClient } from '../support/test-client';

/** Of 10 orders, 20 tests, 20 results and 200 values: enough for statistics of what the columns hold. */
const copies = 100;
/** PostgreSQL is told that there are so many times more rows: 100,000 orders, 200,000 tests, 2,000,000 values. */
const magnification = 100;

/** Tables that stay small: they have a row for a partner, a token, a product. */
const smallTables = ['partners', 'access_tokens', 'diagnostic_products', 'kit_products', 'smart_clients', 'audit_chains'];

/** Queries that read a growing table from the first row to the last, by the reason why they may. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'the total was asked for: all that matches is counted': [
    'DiagnosticReport?_total=accurate: test_results',
    'Patient?_total=accurate: diagnostic_tests',
    'Specimen?_total=accurate: specimens',
  ],
  'no index has this order': ['/admin/v1/audit_events?sort[id]=asc: audit_events', '/admin/v1/audit_events?sort[id]=desc: audit_events'],
  'no index has this value, which few or no records have': [
    ...['client[]=no-such-client', 'method[]=PATCH', 'operation[]=getDiagnosticOrder'].map(
      (query) => `/admin/v1/audit_events?${query}: audit_events`,
    ),
    '/lab/v1/rejected_messages?exists[resolvedAt]=true: rejected_messages',
  ],
  'its block range index pays from more pages on than are here': ['/admin/v1/audit_events?requestId[]={id}: audit_events'],
};

/** Without what differs from run to run. */
const labelOf = ({ path, query }: Query): string =>
  `${path.replace(/^\/fhir\/r5\/(?=[A-Z])/, '')}?${decodeURIComponent(query)}`
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{moment}')
    .replaceAll(/\d{4}-\d\d-\d\d/g, '{day}');

const succeeding = async (answer: Promise<TestAnswer>): Promise<TestAnswer & { link: string | null }> => {
  const { status, text, headers } = await answer;
  if (status < 200 || status > 299) throw new Error(`${status}: ${text}`);
  return { ...(await answer), link: headers['link'] ?? null };
};

const doorOf = (client: TestClient) => ({
  get: (path: string) => succeeding(client.get(path)),
  post: (path: string, body: unknown) => succeeding(client.post(path, body)),
  put: (path: string, body: unknown) => succeeding(client.put(path, body)),
});

describe('every list and search of many records', () => {
  let gateway: TestGateway;
  let queries: readonly Query[];

  beforeAll(async () => {
    gateway = await startGateway();
    const { acme, operator, dataSource } = gateway;
    await makeModel({ partner: doorOf(acme), operator: doorOf(operator), baseUrl });
    const client = new Client({ connectionString: dataSource.options.type === 'postgres' ? dataSource.options.url : '' });
    await client.connect();
    await copyModel(client, { copies });
    await client.query(
      `UPDATE pg_class SET reltuples = reltuples * $1
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND reltuples > 0 AND relname !~ ('^(' || $2 || ')(_|$)')`,
      [magnification, smallTables.join('|')],
    );
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM partners WHERE slug = 'acme'`);
    const values = await sampleValues(client, rows[0]!.id);
    await client.end();
    const document = (await gateway.nobody.get('/openapi.json')).body as Documented;
    queries = allQueries(document, values, baseUrl);
  }, 180_000);

  afterAll(() => gateway.stop());

  const clientOf = ({ path }: Query): TestClient => (/^\/(?:admin|lab|fulfilment)\//.test(path) ? gateway.operator : gateway.acme);

  /** A page, and the one behind it. */
  const ask = async (query: Query): Promise<void> => {
    const client = clientOf(query);
    const { headers, body } = await succeeding(client.get(`${query.path}${query.query && '?'}${query.query}`));
    const next =
      /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? body.link?.find?.(({ relation }: any) => relation === 'next')?.url;
    if (next !== undefined) await succeeding(client.get(String(next).replace(baseUrl, '')));
  };

  /** Where the answer to the query reads a growing table as a whole. */
  const scansOf = async (query: Query): Promise<readonly string[]> => {
    const { statements } = await noteStatements(() => ask(query));
    const read = statements.filter(({ text }) => /^\s*(?:SELECT|WITH)\b/.test(text) && /\bLIMIT\b|count\(\*\)|ANY\(/.test(text));
    const tables: string[] = [];
    for (const statement of read) tables.push(...tablesReadWhole(await planOf(gateway.dataSource, statement)));
    const large = [...new Set(tables)].filter((table) => !smallTables.includes(table));
    return large.map((table) => `${labelOf(query)}: ${table}`);
  };

  it('reads no table that grows from the first row to the last, but where it is said why', async () => {
    expect(queries.length).toBeGreaterThan(300);
    const found: string[] = [];
    for (const query of queries) found.push(...(await scansOf(query)));
    expect([...new Set(found)].sort()).toEqual(Object.values(exceptions).flat().sort());
  }, 300_000);
});
