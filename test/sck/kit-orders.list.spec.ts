import { startGateway, type TestGateway } from '../support/gateway';
import { fulfil, kitOrdersPath as path, placeKitOrder, putKitProduct } from '../support/kits';
import { linksOf } from '../support/links';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';

/** A kit code that looks like an identifier. */
const uuidCode = '7d2f3c1a-0000-4000-8000-000000000003';

const noon = '2026-02-03T12:00:00.000Z';

/** When each order is made, of which products, and with which kit codes it was fulfilled, if it was. */
const stories: readonly { at: string; productIds: string[]; codes?: string[]; isTracked?: boolean }[] = [
  { at: '2026-02-02T23:59:59.999Z', productIds: ['blood-kit'] },
  { at: '2026-02-03T00:00:00.000Z', productIds: ['urine-kit', 'blood-kit'], codes: ['KIT-1', 'KIT 2,"ä"'], isTracked: true },
  { at: '2026-02-03T11:59:59.999Z', productIds: ['urine-kit'] },
  { at: noon, productIds: ['blood-kit'], codes: [uuidCode] },
  { at: noon, productIds: ['saliva-kit', 'saliva-kit'], codes: ['%', '_'], isTracked: true },
  { at: '2026-02-03T12:00:00.001Z', productIds: ['blood-kit'] },
];

describe('the list of kit orders', () => {
  let gateway: TestGateway;
  let made: { orderId: string; kitIds: string[] }[];
  let foreign: { orderId: string; kitIds: string[] };
  const products: Record<string, string> = {};

  beforeAll(async () => {
    gateway = await startGateway();
    for (const name of ['blood-kit', 'urine-kit', 'saliva-kit', 'unordered']) {
      products[name] = (await putKitProduct(gateway.operator, name)).body.id;
    }
    made = [];
    for (const { at, productIds, codes, isTracked = false } of stories) {
      gateway.clock.set(at);
      const order = await placeKitOrder(gateway.acme, { productIds });
      made.push(order);
      const more = isTracked ? { shipmentTracking: { provider: 'OTHER' } } : {};
      if (codes !== undefined) expect((await fulfil(gateway.operator, order, codes, more)).status).toBe(200);
    }
    foreign = await placeKitOrder(gateway.other, { productIds: ['blood-kit'] });
    await fulfil(gateway.operator, foreign, ['FOREIGN'], { shipmentTracking: { provider: 'OTHER' } });
  });

  afterAll(() => gateway.stop());

  const list = (query: string, headers = {}) => gateway.acme.get(`${path}?${query}`, headers);
  const listed = async (query: string, client = gateway.acme): Promise<string[]> => {
    const { status, body, text } = await client.get(`${path}?${query}`);
    if (status !== 200) throw new Error(text);
    return body.map(({ id }: any) => id);
  };
  const of = (...indexes: number[]): string[] => indexes.map((index) => made[index]!.orderId);

  it('shows a partner the own orders alone, oldest first, as they are read one by one', async () => {
    const { status, headers, body } = await list('');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body.map(({ id }: any) => id)).toEqual(of(0, 1, 2, 3, 4, 5));
    for (const order of body) expect((await gateway.acme.get(`${path}/${order.id}`)).body).toEqual(order);
    expect(await listed('', gateway.other)).toEqual([foreign.orderId]);
    expect(headers).not.toHaveProperty('x-total-count');
    expect(linksOf({ headers })).toEqual({ first: `${path}?page=1` });
  });

  it.each<[string, number[]]>([
    [`createdAt[gt]=${noon}`, [5]],
    [`createdAt[gte]=${noon}`, [3, 4, 5]],
    [`createdAt[lt]=${noon}`, [0, 1, 2]],
    [`createdAt[lte]=${noon}`, [0, 1, 2, 3, 4]],
    ['createdAt[gte]=2026-02-03', [1, 2, 3, 4, 5]],
    ['createdAt[lt]=2026-02-03', [0]],
    ['createdAt[gt]=2026-02-03', [2, 3, 4, 5]],
    ['createdAt[lte]=2026-02-03', [0, 1]],
    ['createdAt[gte]=2026-02-03T13:00:00%2B01:00&createdAt[lte]=2026-02-03T07:00:00-05:00', [3, 4]],
    ['createdAt[gt]=2026-02-03T11:59:59.998Z&createdAt[lt]=2026-02-03T12:00:00Z', [2]],
    ['createdAt[gt]=2026-02-04&createdAt[lt]=2026-02-02', []],
    ['createdAt[gte]=0001-01-01&createdAt[lte]=9999-12-31', [0, 1, 2, 3, 4, 5]],
    ...['true', '1'].map((yes): [string, number[]] => [`exists[shipmentTracking]=${yes}`, [1, 4]]),
    ...['false', '0'].map((no): [string, number[]] => [`exists[shipmentTracking]=${no}`, [0, 2, 3, 5]]),
    [`exists[shipmentTracking]=true&createdAt[gt]=2026-02-03`, [4]],
    ['product[]=blood-kit', [0, 1, 3, 5]],
    ['product[]=blood-kit&product[]=saliva-kit', [0, 1, 3, 4, 5]],
    ['product[]=/sck/v1/products/urine-kit', [1, 2]],
    ['product[]=unordered', []],
    ['kit[]=KIT-1', [1]],
    [`kit[]=KIT%202,%22%C3%A4%22&kit[]=${uuidCode}&kit[]=KIT-9`, [1, 3]],
    ['kit[]=%25', [4]],
    ['kit[]=_', [4]],
    ['kit[]=kit-1', []],
    ['kit[]=KIT', []],
    ['kit[]=FOREIGN', []],
    ['kit[]=KIT-1&product[]=saliva-kit', []],
    ['kit[]=KIT-1&product[]=urine-kit&exists[shipmentTracking]=true', [1]],
    ['XDEBUG_SESSION=x&product[]=urine-kit', [1, 2]],
  ])('?%s', async (query, indexes) => {
    expect(await listed(query)).toEqual(of(...indexes));
  });

  it('finds orders, kits and products by uuid and IRI, several as alternatives', async () => {
    const blood = products['blood-kit']!;
    const kit = made[4]!.kitIds[1]!;
    for (const form of [(id: string) => id, (id: string) => id.toUpperCase()]) {
      expect(await listed(`product[]=${form(blood)}`)).toEqual(of(0, 1, 3, 5));
      expect(await listed(`product[]=/sck/v1/products/${form(blood)}`)).toEqual(of(0, 1, 3, 5));
      expect(await listed(`kit[]=${form(kit)}`)).toEqual(of(4));
      expect(await listed(`kit[]=/sck/v1/kits/${form(kit)}&kit[]=${uuidCode}`)).toEqual(of(3, 4));
      expect(await listed(`order[]=${form(made[2]!.orderId)}`)).toEqual(of(2));
      expect(await listed(`order[]=${path}/${form(made[5]!.orderId)}&order[]=${made[0]!.orderId}`)).toEqual(of(0, 5));
    }
  });

  it.each(['order', 'kit', 'product'])('finds nothing by a %s that does not exist, is malformed or is foreign', async (name) => {
    const values = [nowhere, 'nothing', '', '0', "' OR 1=1 --", '/v1/diagnostic_orders/', `${path}/`, 'x'.repeat(5000), foreign.orderId];
    for (const value of [...values, foreign.kitIds[0]!]) expect(await listed(`${name}[]=${encodeURIComponent(value)}`)).toEqual([]);
  });

  it('sorts by createdAt and id, in the order written', async () => {
    const byId = [...of(0, 1, 2, 3, 4, 5)].sort();
    const [early, late] = [...of(3, 4)].sort() as [string, string];
    expect(await listed('sort[createdAt]=asc')).toEqual([...of(0, 1, 2), early, late, ...of(5)]);
    expect(await listed('sort[createdAt]=DESC')).toEqual([...of(5), late, early, ...of(2, 1, 0)]);
    expect(await listed('sort[createdAt]=desc&sort[id]=ASC')).toEqual([...of(5), early, late, ...of(2, 1, 0)]);
    expect(await listed('sort[id]=asc')).toEqual(byId);
    expect(await listed('sort[id]=Desc&sort[createdAt]=asc')).toEqual([...byId].reverse());
  });

  it.each(['', 'sort[createdAt]=desc', 'sort[id]=desc', 'sort[createdAt]=asc&sort[id]=desc'])(
    'pages by number and by key: %s',
    async (sort) => {
      const all = await listed(sort);
      const filter = [
        'product[]=blood-kit',
        'product[]=urine-kit',
        'product[]=saliva-kit',
        'itemsPerPage=2',
        ...(sort === '' ? [] : [sort]),
      ];
      for (const start of ['page=1', 'cursor=']) {
        const pages: string[][] = [];
        let target: string | undefined = `${path}?${[...filter, start].join('&')}`;
        let last = '';
        while (target !== undefined) {
          const answer = await gateway.acme.get(target);
          pages.push(answer.body.map(({ id }: any) => id));
          last = target;
          target = linksOf(answer)['next'];
        }
        expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
        const back = linksOf(await gateway.acme.get(last));
        expect(back).not.toHaveProperty('last');
        expect((await gateway.acme.get(back['prev']!)).body.map(({ id }: any) => id)).toEqual(pages[1]);
        expect((await gateway.acme.get(back['first']!)).body.map(({ id }: any) => id)).toEqual(pages[0]);
      }
    },
  );

  it('counts when asked to, and then links the last page', async () => {
    const answer = await list('product[]=blood-kit&itemsPerPage=3', { Prefer: 'count=exact' });
    expect(answer.headers['x-total-count']).toBe('4');
    const links = linksOf(answer);
    expect(Object.keys(links)).toEqual(['first', 'next', 'last']);
    expect((await gateway.acme.get(links['last']!)).body.map(({ id }: any) => id)).toEqual(of(5));
    const byKey = linksOf(await list('itemsPerPage=4&cursor=', { Prefer: 'count=exact' }));
    expect((await gateway.acme.get(byKey['last']!)).body.map(({ id }: any) => id)).toEqual(of(2, 3, 4, 5));
    expect((await list('kit[]=nothing', { Prefer: 'count=exact' })).headers['x-total-count']).toBe('0');
  });

  it('answers a page past the end with nothing, and HEAD without a body', async () => {
    const past = await list('page=99');
    expect([past.status, past.body]).toEqual([200, []]);
    expect(linksOf(past)).toEqual({ first: `${path}?page=1`, prev: `${path}?page=98` });
    const head = await gateway.acme.send('HEAD', `${path}?itemsPerPage=2`);
    expect([head.status, head.text, Object.keys(linksOf(head))]).toEqual([200, '', ['first', 'next']]);
  });

  it.each<[query: string, named: string[]]>([
    ['unknown=1', ['"unknown"', 'createdAt[gte]', 'exists[shipmentTracking]', 'json_exact', 'kit[]', 'order[]', 'product[]', 'sort[id]']],
    ['diagnosticTest[]=x', ['"diagnosticTest[]"']],
    ['kit=KIT-1', ['"kit"']],
    ['kit[0]=KIT-1', ['"kit[0]"']],
    ['status[]=new', ['"status[]"']],
    ['sort[status]=asc', ['"sort[status]"']],
    ['exists[metadata]=true', ['"exists[metadata]"']],
    ['createdAt=2026-02-03', ['"createdAt"']],
    ['createdAt[gt]=2026-02-03T12:00:00', ['"createdAt[gt]"', '"2026-02-03T12:00:00"']],
    ['createdAt[gt]=2026-02-30', ['"createdAt[gt]"', '"2026-02-30"']],
    ['createdAt[lt]=', ['"createdAt[lt]"']],
    ['createdAt[lt]=2026-02-03&createdAt[lt]=2026-02-04', ['"createdAt[lt]"']],
    ['exists[shipmentTracking]=yes', ['"exists[shipmentTracking]"', '"yes"']],
    ['sort[id]=up', ['"sort[id]"', '"up"', 'asc, desc']],
    ['sort[id]=asc&sort[id]=desc', ['"sort[id]"']],
    ['page=0', ['"page"', '"0"']],
    ['page=1.5', ['"page"', '"1.5"']],
    ['page=99999999999999999999', ['"page"']],
    ['page=1&page=2', ['"page"']],
    ['page=1&cursor=', ['"page"', '"cursor"']],
    ['itemsPerPage=101', ['"itemsPerPage"', '"101"']],
    ['itemsPerPage=0', ['"itemsPerPage"', '"0"']],
    ['cursor=nonsense', ['"cursor"']],
  ])('refuses ?%s', async (query, named) => {
    const answer = await list(query);
    expectProblem(answer, 400);
    for (const text of named) expect(answer.body.detail).toContain(text);
  });

  it.each(['order[]', 'kit[]', 'product[]'])('refuses ten thousand values of %s', async (name) => {
    expectProblem(
      await list(Array.from({ length: 10_000 }, (_, index) => `${name}=${index}`).join('&')),
      400,
      expect.stringContaining('at most'),
    );
  });
});
