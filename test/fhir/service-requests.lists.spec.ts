import { releasePaths } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { linksOf } from '../support/links';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';

describe.each(releasePaths)('lists of requests of %s', (release) => {
  let gateway: TestGateway;
  const path = `/fhir/${release}/service_requests`;

  const ids: number[] = [];
  const moments = ['2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z', '2025-01-02T00:00:00.001Z', '2025-01-03T12:00:00.000Z'];
  const range = 'createdAt[gte]=2025-01-01&createdAt[lt]=2025-02-01';

  beforeAll(async () => {
    gateway = await startGateway();
    for (const [index, moment] of moments.entries()) {
      gateway.clock.set(moment);
      ids.push((await gateway.acme.post(path, { status: index % 2 === 0 ? 'draft' : 'on-hold' })).body.id);
    }
  });

  afterAll(() => gateway.stop());

  const found = async (query: string): Promise<number[]> => {
    const { status, body, text } = await gateway.acme.get(`${path}?${query}`);
    if (status !== 200) throw new Error(text);
    return body.map(({ id }: any) => ids.indexOf(id));
  };

  it.each<[string, readonly number[]]>([
    [range, [0, 1, 2, 3]],
    [`${range}&status[]=draft`, [0, 2]],
    [`${range}&status[]=on-hold&status[]=draft`, [0, 1, 2, 3]],
    [`${range}&status[]=revoked`, []],
    [`${range}&status[]=nothing`, []],
    ['createdAt[gt]=2025-01-02&createdAt[lt]=2025-01-03T13:00:00%2B01:00', [2]],
    ['createdAt[gt]=2025-01-01T23:59:59.999Z&createdAt[lte]=2025-01-03T13:00:00%2B01:00', [1, 2, 3]],
    [`${range}&sort[createdAt]=desc`, [3, 2, 1, 0]],
    [`${range}&sort[id]=DESC`, [3, 2, 1, 0]],
    [`${range}&page=2&itemsPerPage=3`, [3]],
    [`${range}&page=9`, []],
    [`${range}&diagnosticTest[]=${nowhere}`, []],
    [`${range}&order[]=nothing`, []],
  ])('are found by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each([`${range}&itemsPerPage=3&cursor=`, `${range}&itemsPerPage=3`, `${range}&itemsPerPage=1&sort[id]=asc&cursor=`])(
    'are paged by %s',
    async (query) => {
      const seen: number[] = [];
      let link: string | undefined = `${path}?${query}`;
      while (link !== undefined) {
        const page = await gateway.acme.get(link);
        expect(page.body.length).toBeGreaterThan(0);
        seen.push(...page.body.map(({ id }: any) => ids.indexOf(id)));
        expect(Object.keys(linksOf(page))).toContain('first');
        link = linksOf(page)['next'];
      }
      expect(seen).toEqual([0, 1, 2, 3]);
    },
  );

  it('tell their number when it is asked for', async () => {
    const { headers } = await gateway.acme.get(`${path}?${range}&itemsPerPage=3`, { Prefer: 'count=exact' });
    expect(headers['x-total-count']).toBe('4');
    expect(linksOf({ headers })['last']).toContain('page=2');
  });

  it.each([
    ['loincNum[]=1', 'loincNum'],
    ['status=draft', 'status'],
    ['exists[status]=true', 'exists[status]'],
    ['sort[status]=asc', 'sort[status]'],
    ['sort[id]=up', 'sort[id]'],
    ['page=0', 'page'],
    ['page=1&page=2', 'page'],
    ['page=1&cursor=', 'page'],
    ['itemsPerPage=101', 'itemsPerPage'],
    ['createdAt[gt]=yesterday', 'createdAt[gt]'],
    ['createdAt[gt]=2025-01-01T00:00:00', 'createdAt[gt]'],
    ['_id=1', '_id'],
  ])('are refused for %s', async (query, parameter) => {
    expectProblem(await gateway.acme.get(`${path}?${query}`), 400, expect.stringContaining(parameter));
  });
});
