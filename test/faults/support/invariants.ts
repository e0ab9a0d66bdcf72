import { setTimeout as sleep } from 'node:timers/promises';
import { TestTerminal } from '../../support/cli';
import { attempt } from './attempts';
import type { FragilePostgres } from './fragile-postgres';
import { type Acknowledged, type Caller, type Load, observationsPerResult, type WriteKind, writeKinds } from './load';

const kindsOf = (load: Load, kind: WriteKind): readonly Acknowledged[] => load.acknowledged.filter((each) => each.kind === kind);

const inPieces = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += 8) results.push(...(await Promise.all(items.slice(start, start + 8).map(work))));
  return results;
};

/** What a partner or a laboratory reads of an acknowledged write, as one line that says whether it is whole. */
const wholeness: Readonly<Record<WriteKind, (body: any, written: Acknowledged) => readonly unknown[]>> = {
  order: ({ id, diagnosticTests, metadata }, { iri, key }) => [iri.endsWith(id), diagnosticTests.length === 2, metadata.key === key],
  result: ({ id, observations }, { iri }) => [
    iri.endsWith(id),
    observations.length === observationsPerResult,
    observations.every(({ value }: { value: string }, index: number) => value === `${index}.50`),
  ],
  request: ({ id, requisition }, { iri, key, answer }) => [
    iri.endsWith(`/${id}`),
    requisition.value === key,
    answer.headers.get('x-order-placement') === 'placed',
  ],
};

async function expectReadable({ url, partnerToken: token }: Caller, written: readonly Acknowledged[]): Promise<void> {
  const found = await inPieces(written, async (each) => {
    const answer = await attempt(url, each.kind, { method: 'GET', path: each.iri, token });
    return [each.iri, answer.status, ...(answer.status === 200 ? wholeness[each.kind](JSON.parse(answer.text), each) : [])];
  });
  expect(found.filter(([, status, ...facts]) => status !== 200 || facts.includes(false))).toEqual([]);
}

const repetitionsPerKind = 3;

/** A repeated key tells what it told the first time. */
async function expectRepeatable({ url }: Caller, load: Load): Promise<void> {
  const repeated = writeKinds.flatMap((kind) => kindsOf(load, kind).slice(-repetitionsPerKind));
  const answers = await inPieces(repeated, ({ kind, sent }) => attempt(url, kind, sent));
  expect(answers.map(({ status, text, headers }) => [status, text, headers.get('idempotent-replayed')])).toEqual(
    repeated.map(({ answer }) => [201, answer.text, 'true']),
  );
}

/** Each of these finds records that are not whole. */
const halves = {
  'orders without all of their tests': `
    SELECT o.id FROM diagnostic_orders o LEFT JOIN diagnostic_tests t ON t.partner_id = o.partner_id AND t.order_id = o.id
     GROUP BY o.partner_id, o.id
    HAVING count(t.id) <> CASE WHEN o.metadata LIKE '%"key"%' THEN 2 ELSE greatest(1, max(t.position) + 1) END`,
  'tests without a request': `
    SELECT t.id FROM diagnostic_tests t
     WHERE NOT EXISTS (SELECT FROM service_requests r WHERE r.partner_id = t.partner_id AND r.test_id = t.id)`,
  'requests of a test that is not of their order': `
    SELECT r.id FROM service_requests r JOIN diagnostic_tests t ON t.partner_id = r.partner_id AND t.id = r.test_id
     WHERE r.order_id IS DISTINCT FROM t.order_id`,
  'results without all of their observations': `
    SELECT d.external_id FROM laboratory_deliveries d LEFT JOIN observations o ON o.partner_id = d.partner_id AND o.result_id = d.result_id
     WHERE d.external_id ~ '^load-' GROUP BY d.external_id HAVING count(o.id) <> ${observationsPerResult}`,
  'results without their delivery': `
    SELECT r.id FROM test_results r
      JOIN diagnostic_tests t ON t.partner_id = r.partner_id AND t.id = r.test_id
      JOIN diagnostic_orders o ON o.partner_id = t.partner_id AND o.id = t.order_id
     WHERE o.metadata LIKE '%"key"%'
       AND NOT EXISTS (SELECT FROM laboratory_deliveries d WHERE d.partner_id = r.partner_id AND d.result_id = r.id)`,
} as const;

/** How many records carry the key of a write, each of which must have been done once. */
const effects = `
  SELECT key, count(*)::integer AS count FROM (
    SELECT metadata::jsonb ->> 'key' AS key FROM diagnostic_orders WHERE metadata LIKE '%"key"%'
    UNION ALL SELECT external_id FROM laboratory_deliveries WHERE external_id ~ '^load-'
    UNION ALL SELECT content::jsonb -> 'requisition' ->> 'value' FROM service_requests WHERE release = 'r4b' AND test_id IS NOT NULL
  ) AS found WHERE key ~ '^load-' GROUP BY key ORDER BY key`;

async function expectNoHalves(postgres: FragilePostgres): Promise<void> {
  const found = await Promise.all(Object.entries(halves).map(async ([what, sql]) => [what, await postgres.query(sql)]));
  expect(found).toEqual(Object.keys(halves).map((what) => [what, []]));
}

/** What was done is what was acknowledged, once each: all that was sent has been repeated until it was. */
async function expectOnce(postgres: FragilePostgres, loads: readonly Load[]): Promise<void> {
  const keys = loads.flatMap(({ acknowledged }) => acknowledged.map(({ key }) => key));
  expect(await postgres.query(effects)).toEqual([...keys].sort().map((key) => ({ key, count: 1 })));
  const [stored] = await postgres.query('SELECT count(*)::integer AS count FROM idempotency_keys');
  expect(stored).toEqual({ count: keys.length });
}

/** The events of sealing follow within half a second; of a killed process within 20 seconds. */
const sealedMilliseconds = 25_000;

async function expectAudited(postgres: FragilePostgres, { url, operatorToken }: Caller, loads: readonly Load[]): Promise<void> {
  const iris = loads.flatMap(({ acknowledged }) => acknowledged.map(({ iri }) => iri));
  const recorded = await postgres.query(
    `SELECT records[1] AS iri, count(*)::integer AS count FROM audit_events
      WHERE action = 'create' AND status = 201 AND records[1] = ANY($1) GROUP BY records[1] ORDER BY records[1] COLLATE "C"`,
    [iris],
  );
  expect(recorded).toEqual([...iris].sort().map((iri) => ({ iri, count: 1 })));
  const deadline = performance.now() + sealedMilliseconds;
  for (;;) {
    const [unsealed] = await postgres.query('SELECT count(*)::integer AS count FROM audit_unsealed');
    if (unsealed.count === 0) break;
    if (performance.now() > deadline) throw new Error(`${unsealed.count} events were never sealed`);
    await sleep(200);
  }
  const terminal = new TestTerminal({ baseUrl: url, token: operatorToken });
  const { code, out, err } = await terminal.run(['audit', 'verify']);
  expect([code, err, out.match(/intact/g)?.length]).toEqual([0, '', 2]);
}

/** Whatever broke: every acknowledged write is there, whole, once, recorded, and answered alike when it is repeated. */
export async function expectAllKept(postgres: FragilePostgres, caller: Caller, loads: readonly Load[]): Promise<void> {
  for (const load of loads) {
    expect([load.wrong.map(({ what, status, text }) => [what, status, text]), load.open]).toEqual([[], []]);
    await expectReadable(caller, load.acknowledged);
  }
  await expectRepeatable(caller, loads.at(-1)!);
  await expectNoHalves(postgres);
  await expectOnce(postgres, loads);
  await expectAudited(postgres, caller, loads);
}
