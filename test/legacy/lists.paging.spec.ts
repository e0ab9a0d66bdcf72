import { type Collection, collections, putProducts, tell } from '../support/collections';
import { startGateway, type TestGateway } from '../support/gateway';
import { linksOf } from '../support/links';

const byTime = [
  '',
  'sort[createdAt]=asc',
  'sort[createdAt]=DESC',
  'sort[createdAt]=desc&sort[id]=asc',
  'sort[createdAt]=asc&sort[id]=desc',
];
const byId = ['sort[id]=asc', 'sort[id]=Desc', 'sort[id]=desc&sort[createdAt]=asc'];
const byLoinc = [
  'sort[loincNum]=asc',
  'sort[loincNum]=desc',
  'sort[loincNum]=asc&sort[createdAt]=desc',
  'sort[createdAt]=desc&sort[loincNum]=asc',
  'sort[loincNum]=desc&sort[createdAt]=asc&sort[id]=desc',
];
const orders: readonly (readonly [Collection, string])[] = [
  ...collections.flatMap((collection) =>
    [...(collection === 'diagnostic_products' ? [] : byTime), ...byId.slice(0, 2)].map((sort) => [collection, sort] as const),
  ),
  ...byLoinc.concat(byId[2]!).map((sort) => ['observations', sort] as const),
  ...['', 'sort[canonicalId]=desc', 'sort[canonicalId]=asc&sort[id]=desc'].map((sort) => ['diagnostic_products', sort] as const),
];

/** Compares as the lists must: by code point, times and uuids as they are written. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('pages of lists', () => {
  let gateway: TestGateway;
  const count = 11;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProducts(gateway, 'a-b', 'a.b', 'a_b', 'ab', 'a0', '0', 'z', 'lipid-panel', 'vitamin-d', 'crp', 'm');
    const seconds = [5, 1, 3, 3, 3, 1, 5, 2, 3, 4, 3];
    const codes = ['a', 'Z', 'ä', 'a', '10', '9', '𝒳', '\uffee', 'a', 'a', 'Z'];
    for (const [index, second] of seconds.entries()) {
      const at = `2026-02-03T12:00:00.00${second}Z`;
      await tell(gateway, gateway.acme, { at, loincNum: codes[index]! });
      await tell(gateway, gateway.other, { at, loincNum: codes[index]! });
    }
  });

  afterAll(() => gateway.stop());

  const get = (path: string, headers = {}) => gateway.acme.get(path, headers);
  const pathOf = (collection: Collection, ...parts: readonly string[]) =>
    `/v1/${collection}?${parts.filter((part) => part !== '').join('&')}`;

  /** The records from the first page on, page by page, following one relation. */
  async function follow(path: string, relation: 'next' | 'prev'): Promise<any[][]> {
    const pages: any[][] = [];
    for (let target: string | undefined = path; target !== undefined && pages.length < 50;) {
      const answer = await get(target);
      expect(answer.status).toBe(200);
      pages.push(answer.body);
      target = linksOf(answer)[relation];
    }
    return pages;
  }

  it.each(orders)('%s?%s is in order', async (collection, sort) => {
    const { body } = await get(pathOf(collection, sort));
    expect(body).toHaveLength(count);
    const given = [...sort.matchAll(/sort\[(\w+)\]=(\w+)/g)].map(([, key, direction]) => ({
      key: key!,
      sign: direction!.toLowerCase() === 'asc' ? 1 : -1,
    }));
    const keys =
      given.length > 0
        ? given
        : [
            { key: collection === 'diagnostic_products' ? 'canonicalId' : 'createdAt', sign: 1 },
            { key: 'id', sign: 1 },
          ];
    for (let index = 1; index < body.length; index += 1) {
      const [before, after] = [body[index - 1], body[index]];
      const deciding = keys.find(({ key }) => before[key] !== after[key]);
      if (deciding !== undefined) expect(compare(before[deciding.key], after[deciding.key]) * deciding.sign).toBeLessThan(0);
    }
  });

  it.each(orders)('%s?%s is walked by page without repeat or skip', async (collection, sort) => {
    const all = (await get(pathOf(collection, sort))).body;
    const forward = await follow(pathOf(collection, sort, 'itemsPerPage=3'), 'next');
    expect(forward.map((page) => page.length)).toEqual([3, 3, 3, 2]);
    expect(forward.flat()).toEqual(all);
    const back = await follow(pathOf(collection, sort, 'itemsPerPage=3', 'page=4'), 'prev');
    expect(back.reverse().flat()).toEqual(all);
  });

  it.each(orders)('%s?%s is walked by cursor, forward and back', async (collection, sort) => {
    const all = (await get(pathOf(collection, sort))).body;
    for (const size of sort === '' ? [1, 3, 11] : [3]) {
      const start = pathOf(collection, 'cursor=', sort, `itemsPerPage=${size}`);
      const forward = await follow(start, 'next');
      expect(forward.length).toBe(Math.ceil(count / size));
      expect(forward.flat()).toEqual(all);
      const last = linksOf(await get(start, { Prefer: 'count=exact' }))['last']!;
      const back = await follow(last, 'prev');
      expect(back.reverse().flat()).toEqual(all);
    }
  });

  it('turns around in the middle of a walk by cursor', async () => {
    const first = await get('/v1/observations?cursor=&itemsPerPage=3');
    const second = await get(linksOf(first)['next']!);
    const third = await get(linksOf(second)['next']!);
    const again = await get(linksOf(third)['prev']!);
    expect(again.body).toEqual(second.body);
    expect((await get(linksOf(again)['next']!)).body).toEqual(third.body);
    expect((await get(linksOf(again)['prev']!)).body).toEqual(first.body);
    expect((await get(linksOf(third)['first']!)).body).toEqual(first.body);
  });

  it('does not lose the place by cursor when records are added before it', async () => {
    const first = await get('/v1/diagnostic_products?cursor=&itemsPerPage=3');
    await putProducts(gateway, '00');
    const second = await get(linksOf(first)['next']!);
    expect(second.body.map((product: any) => product.canonicalId)).toEqual(['a0', 'a_b', 'ab']);
    await gateway.dataSource.query(`DELETE FROM diagnostic_products WHERE canonical_id = '00'`);
  });

  it.each(collections)('%s links its pages', async (collection) => {
    const page = (number: number) => `/v1/${collection}?itemsPerPage=4&page=${number}`;
    const links = async (number: number, headers = {}) => linksOf(await get(page(number), headers));
    expect(await links(1)).toEqual({ first: page(1), next: page(2) });
    expect(await links(2)).toEqual({ first: page(1), prev: page(1), next: page(3) });
    expect(await links(3)).toEqual({ first: page(1), prev: page(2) });
    expect(await links(2, { Prefer: 'count=exact' })).toEqual({ first: page(1), prev: page(1), next: page(3), last: page(3) });
    const whole = await get(`/v1/${collection}`);
    expect(whole.headers['link']).toBe(`</v1/${collection}?page=1>; rel="first"`);
    expect(whole.headers).not.toHaveProperty('x-total-count');
  });

  it('keeps the query in the links', async () => {
    const query = 'specimenCode[]=S%20%26%3D%C3%A4&specimenCode[]=a?b%3F&sort[id]=desc&createdAt[gt]=2026-01-01T00%3A00%3A00%2B02%3A00';
    const links = linksOf(await get(`/v1/diagnostic_tests?${query}&XDEBUG_SESSION=X&page=2`));
    const sent = new URL(`/v1/diagnostic_tests?${query}`, gateway.url).searchParams;
    for (const [relation, page] of Object.entries({ first: '1', prev: '1' })) {
      const { pathname, searchParams } = new URL(links[relation]!, gateway.url);
      expect([pathname, searchParams.get('page')]).toEqual(['/v1/diagnostic_tests', page]);
      expect([...searchParams].filter(([name]) => name !== 'page' && name !== 'XDEBUG_SESSION')).toEqual([...sent]);
    }
  });

  it.each(['count=exact', 'Count=Exact', 'return=minimal, count=exact', 'count=exact; x=1', 'count = "exact"'])(
    'counts for Prefer: %s',
    async (prefer) => {
      const { headers, body } = await get('/v1/observations?sort[id]=asc&itemsPerPage=4&createdAt[gt]=2026-02-03T12:00:00.001Z', {
        Prefer: prefer,
      });
      expect([headers['x-total-count'], body.length]).toEqual(['9', 4]);
      expect(linksOf({ headers })['last']).toMatch(/page=3$/);
    },
  );

  it.each(['count=none', 'count=exactly', 'discount=exact', 'respond-async; count=exact', 'return=minimal'])(
    'does not count for Prefer: %s',
    async (prefer) => {
      const { headers } = await get('/v1/observations', { Prefer: prefer });
      expect(headers).not.toHaveProperty('x-total-count');
      expect(headers['link']).not.toContain('rel="last"');
    },
  );

  it.each(collections)('%s past the end is empty', async (collection) => {
    for (const page of [2, 1000, 2_000_000_000]) {
      const { status, body, headers } = await get(`/v1/${collection}?page=${page}`, { Prefer: 'count=exact' });
      expect([status, body, headers['x-total-count']]).toEqual([200, [], String(count)]);
      expect(Object.keys(linksOf({ headers }))).toEqual(['first', 'prev', 'last']);
    }
  });

  it('has a first and a last page where nothing is found', async () => {
    const { headers, body } = await get('/v1/observations?observation[]=nothing', { Prefer: 'count=exact' });
    expect([body, headers['x-total-count']]).toEqual([[], '0']);
    const page = '/v1/observations?observation%5B%5D=nothing&page=1';
    expect(linksOf({ headers })).toEqual({ first: page, last: page });
    expect((await get('/v1/observations?observation[]=nothing&cursor=')).body).toEqual([]);
  });

  it('has 30 records a page unless asked for 1 to 100', async () => {
    await putProducts(gateway, ...Array.from({ length: 100 }, (_, index) => `p${index}`));
    for (const [query, length] of [
      ['', 30],
      ['itemsPerPage=1', 1],
      ['itemsPerPage=99', 99],
      ['itemsPerPage=100', 100],
      ['page=2&itemsPerPage=100', 11],
      ['page=4', 21],
      ['cursor=', 30],
    ] as const) {
      expect([query, (await get(`/v1/diagnostic_products?${query}`)).body.length]).toEqual([query, length]);
    }
  });
});
