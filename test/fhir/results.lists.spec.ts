import { observationBody } from '../support/factories';
import { releasePaths } from '../support/fhir-requests';
import { fhirResults, ordered, putResultProducts } from '../support/fhir-results';
import { startGateway, type TestGateway } from '../support/gateway';
import { linksOf } from '../support/links';
import { expectProblem } from '../support/problems';

describe.each(releasePaths)('lists of results in %s', (release) => {
  let gateway: TestGateway;
  const { path, order, deliver, read } = fhirResults(() => gateway, release);

  beforeAll(async () => {
    gateway = await startGateway();
    await putResultProducts(gateway);
  });

  beforeEach(() => gateway.clock.set(ordered));

  afterAll(() => gateway.stop());

  const moments = ['2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z', '2025-01-02T00:00:00.001Z', '2025-01-03T12:00:00.000Z'];
  const range = 'createdAt[gte]=2025-01-01&createdAt[lt]=2025-02-01';
  const results: any[] = [];
  const tests: string[] = [];

  beforeAll(async () => {
    for (const [index, at] of moments.entries()) {
      gateway.clock.set(at);
      tests.push(await order());
      results.push(await deliver(tests[index]!, { observations: [observationBody({ loincNum: `${index % 2}-8` })] }, at));
    }
  });

  /** Placeholders of queries: `T0` the first test, `R0` the first result. */
  const filled = (query: string): string =>
    query.replace(/\b([TR])([0-3])\b/g, (_, kind: string, index: string) =>
      kind === 'T' ? tests[Number(index)]! : results[Number(index)].id,
    );

  const found = async (collection: string, query: string): Promise<number[]> => {
    const { status, body, text } = await gateway.acme.get(`${path(collection)}?${filled(query)}`);
    if (status !== 200) throw new Error(text);
    const idOf = (result: any) => (collection === 'observations' ? result.observations[0].id : result.id);
    return body.map(({ id }: any) => results.findIndex((result) => idOf(result) === id));
  };

  const shared: readonly (readonly [string, readonly number[]])[] = [
    [range, [0, 1, 2, 3]],
    [`${range}&sort[createdAt]=desc`, [3, 2, 1, 0]],
    [`${range}&sort[id]=ASC`, [0, 1, 2, 3]],
    ['createdAt[gt]=2025-01-02&createdAt[lt]=2025-01-03T13:00:00%2B01:00', [2]],
    ['createdAt[lte]=2025-01-01', [0]],
    ['testResult[]=R2&testResult[]=/v1/test_results/R0', [0, 2]],
    ['testResult[]=nothing', []],
    [`${range}&page=2&itemsPerPage=3`, [3]],
    [`${range}&page=9`, []],
  ];

  it.each(shared)('of reports are found by %s', async (query, expected) => {
    expect(await found('diagnostic_reports', query)).toEqual(expected);
  });

  it.each<[string, readonly number[]]>([
    ['diagnosticTest[]=T1', [1]],
    ['diagnosticTest[]=/v1/diagnostic_tests/T1&diagnosticTest[]=T3', [1, 3]],
    ['diagnosticTest[]=T1&testResult[]=R3', []],
  ])('of reports are found by %s', async (query, expected) => {
    expect(await found('diagnostic_reports', query)).toEqual(expected);
  });

  it.each([
    ...shared,
    [`${range}&loincNum[]=1-8`, [1, 3]],
    [`${range}&loincNum[]=1-8&loincNum[]=0-8`, [0, 1, 2, 3]],
    [`loincNum[]=0-8&testResult[]=R1`, []],
  ] as const)('of observations are found by %s', async (query, expected) => {
    expect(await found('observations', query)).toEqual(expected);
  });

  it.each(['diagnostic_reports', 'observations'])('of %s say the same as the reads', async (collection) => {
    const { body } = await gateway.acme.get(`${path(collection)}?${range}`);
    for (const resource of body) expect(resource).toEqual(await read(collection as 'observations', resource.id));
  });

  it.each(['diagnostic_reports', 'observations'])('of %s are paged by links', async (collection) => {
    for (const query of ['itemsPerPage=3', 'itemsPerPage=3&cursor=']) {
      const first = await gateway.acme.get(`${path(collection)}?${range}&${query}`, { Prefer: 'count=exact' });
      expect(first.headers['x-total-count']).toBe('4');
      const next = await gateway.acme.get(linksOf(first)['next']!);
      const all = [...first.body, ...next.body].map(({ id }: any) => id);
      expect(all).toEqual((await gateway.acme.get(`${path(collection)}?${range}`)).body.map(({ id }: any) => id));
      expect(linksOf(next)['next']).toBeUndefined();
    }
  });

  it.each([
    ['diagnostic_reports', 'loincNum[]=1', 'loincNum'],
    ['diagnostic_reports', 'observation[]=1', 'observation'],
    ['diagnostic_reports', 'status[]=final', 'status'],
    ['diagnostic_reports', 'sort[status]=asc', 'sort[status]'],
    ['observations', 'diagnosticTest[]=1', 'diagnosticTest'],
    ['observations', 'exists[unit]=true', 'exists[unit]'],
    ['observations', 'sort[loincNum]=asc', 'sort[loincNum]'],
    ['observations', 'page=0', 'page'],
    ['observations', 'createdAt[gt]=2025-13-01', 'createdAt[gt]'],
    ['diagnostic_reports', 'page=1&cursor=', 'page'],
    ['diagnostic_reports', 'subject=Patient/1', 'subject'],
  ])('of %s are refused for %s', async (collection, query, parameter) => {
    expectProblem(await gateway.acme.get(`${path(collection)}?${query}`), 400, expect.stringContaining(parameter));
  });

  it.each(['diagnostic_reports', 'observations'])('of %s hold nothing of others', async (collection) => {
    const { body, headers } = await gateway.other.get(`${path(collection)}?${range}`, { Prefer: 'count=exact' });
    expect([body, headers['x-total-count']]).toEqual([[], '0']);
  });
});
