import { startGateway, type TestGateway } from '../support/gateway';
import { fulfil, placeKitOrder, putKitProduct } from '../support/kits';
import { linksOf } from '../support/links';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';

const path = '/sck/v1/kits';
const day = (index: number): string => `2026-02-0${index + 1}T00:00:00.000Z`;

describe('kits', () => {
  let gateway: TestGateway;
  let orders: { orderId: string; kitIds: string[] }[];
  let foreign: { orderId: string; kitIds: string[] };
  /** Ids of the kits of all orders, in the order in which they were made. */
  let ids: string[];
  const products: Record<string, string> = {};

  beforeAll(async () => {
    gateway = await startGateway();
    for (const name of ['blood-kit', 'urine-kit', 'unordered']) products[name] = (await putKitProduct(gateway.operator, name)).body.id;
    orders = [];
    for (const [index, productIds] of [['blood-kit'], ['urine-kit', 'blood-kit'], ['urine-kit']].entries()) {
      gateway.clock.set(day(index));
      orders.push(await placeKitOrder(gateway.acme, { productIds }));
    }
    foreign = await placeKitOrder(gateway.other);
    ids = orders.flatMap(({ kitIds }) => kitIds);
    gateway.clock.set(day(5));
    await fulfil(gateway.operator, orders[1]!, ['KIT-1', 'Kit 2/ä']);
    await fulfil(gateway.operator, foreign, ['FOREIGN']);
  });

  afterAll(() => gateway.stop());

  const listed = async (query: string, client = gateway.acme): Promise<string[]> => {
    const { status, body, text } = await client.get(`${path}?${query}`);
    if (status !== 200) throw new Error(text);
    return body.map(({ id }: any) => id);
  };
  const of = (...indexes: number[]): string[] => indexes.map((index) => ids[index]!);

  it('are read one by one and in the list alike', async () => {
    const kit = (index: number, order: number, product: string, kitCode: string | null) => ({
      id: ids[index],
      order: `/sck/v1/orders/${orders[order]!.orderId}`,
      product: `/sck/v1/products/${products[product]!}`,
      kitCode,
      createdAt: day(order),
    });
    const expected = [
      kit(0, 0, 'blood-kit', null),
      kit(1, 1, 'urine-kit', 'KIT-1'),
      kit(2, 1, 'blood-kit', 'Kit 2/ä'),
      kit(3, 2, 'urine-kit', null),
    ];
    for (const one of expected) {
      for (const id of [one.id!, one.id!.toUpperCase()]) {
        const { status, headers, body } = await gateway.acme.get(`${path}/${id}`);
        expect([status, headers['content-type'], body]).toEqual([200, 'application/json; charset=utf-8', one]);
      }
    }
    const { status, headers, body } = await gateway.acme.get(path);
    expect([status, headers['content-type'], body]).toEqual([200, 'application/json; charset=utf-8', expected]);
    expect(linksOf({ headers })).toEqual({ first: `${path}?page=1` });
  });

  it.each<[string, number[]]>([
    ['product[]=blood-kit', [0, 2]],
    ['product[]=blood-kit&product[]=urine-kit', [0, 1, 2, 3]],
    ['product[]=/sck/v1/products/urine-kit', [1, 3]],
    ['product[]=unordered', []],
    ['product[]=nothing', []],
    ['product[]=lipid-panel', []],
    ['kit[]=KIT-1', [1]],
    ['kit[]=kit-1', []],
    ['kit[]=Kit%202%2F%C3%A4&kit[]=KIT-1', [1, 2]],
    ['kit[]=FOREIGN', []],
    ['kit[]=KIT-1&product[]=blood-kit', []],
    ['sort[createdAt]=desc&product[]=urine-kit', [3, 1]],
    ['itemsPerPage=3', [0, 1, 2]],
    ['itemsPerPage=3&page=2', [3]],
    ['page=9', []],
  ])('?%s', async (query, indexes) => {
    expect(await listed(query)).toEqual(of(...indexes));
  });

  it('are found by the uuid and the IRI of kit, order and product', async () => {
    for (const form of [(id: string) => id, (id: string) => id.toUpperCase()]) {
      expect(await listed(`kit[]=${form(ids[3]!)}&kit[]=${path}/${form(ids[0]!)}`)).toEqual(of(0, 3));
      expect(await listed(`kit[]=${form(ids[3]!)}&kit[]=KIT-1`)).toEqual(of(1, 3));
      expect(await listed(`order[]=${form(orders[1]!.orderId)}`)).toEqual(of(1, 2));
      expect(await listed(`order[]=/sck/v1/orders/${form(orders[2]!.orderId)}&order[]=${orders[0]!.orderId}`)).toEqual(of(0, 3));
      expect(await listed(`product[]=${form(products['urine-kit']!)}`)).toEqual(of(1, 3));
      expect(await listed(`product[]=/sck/v1/products/${form(products['blood-kit']!)}`)).toEqual(of(0, 2));
    }
  });

  it.each(['kit', 'order', 'product'])('are not found by a %s that is none', async (name) => {
    for (const value of [nowhere, 'nothing', '', `${path}/`, "' OR 1=1 --", foreign.orderId, foreign.kitIds[0]!]) {
      expect(await listed(`${name}[]=${encodeURIComponent(value)}`)).toEqual([]);
    }
  });

  it('are sorted by createdAt and id, and paged by key', async () => {
    expect(await listed('sort[id]=desc')).toEqual([...ids].sort().reverse());
    expect(await listed('sort[createdAt]=desc&sort[id]=asc')).toEqual(of(3, ...(ids[1]! < ids[2]! ? [1, 2] : [2, 1]), 0));
    const seen: string[] = [];
    for (let target: string | undefined = `${path}?cursor=&itemsPerPage=1&sort[id]=asc`; target !== undefined;) {
      const answer = await gateway.acme.get(target, { Prefer: 'count=exact' });
      expect(answer.headers['x-total-count']).toBe('4');
      seen.push(...answer.body.map(({ id }: any) => id));
      target = linksOf(answer)['next'];
    }
    expect(seen).toEqual([...ids].sort());
  });

  it('belong to one partner', async () => {
    expect(await listed('', gateway.other)).toEqual(foreign.kitIds);
    expectProblem(await gateway.other.get(`${path}/${ids[0]!}`), 404);
  });

  it.each([nowhere, 'nothing', 'KIT-1', '%20'])('have none at %s', async (id) => {
    expectProblem(await gateway.acme.get(`${path}/${id}`), 404);
  });

  it.each([
    'createdAt[gt]=2026-01-01',
    'exists[kitCode]=true',
    'kitCode[]=KIT-1',
    'json_exact[metadata.x]=1',
    'sort[kitCode]=asc',
    'sort[id]=x',
    'page=x',
  ])('refuse ?%s', async (query) => {
    expectProblem(await gateway.acme.get(`${path}?${query}`), 400, expect.stringContaining(`"${query.split('=')[0]!}"`));
  });

  it('cannot be made or changed by a partner', async () => {
    for (const [method, target] of [
      ['POST', path],
      ['PUT', `${path}/${ids[0]!}`],
      ['DELETE', `${path}/${ids[0]!}`],
    ] as const) {
      const answer = await gateway.acme.send(method, target, {});
      expectProblem(answer, 405);
      expect(answer.headers['allow']).toBe('GET, HEAD');
    }
  });
});
