import { type Collection, iriOf, putProducts, type Story, tell } from '../support/collections';
import { placeOrder } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { nowhere } from '../support/patterns';

const noon = '2026-02-03T12:00:00.000Z';
const stories: readonly Story[] = [
  { at: '2026-02-02T23:59:59.999Z', product: 'vitamin-d', loincNum: 'a', unit: 'g', isActivated: true },
  { at: '2026-02-03T00:00:00.000Z', product: 'lipid-panel', loincNum: 'b', interpretation: 'H', isTracked: true },
  { at: '2026-02-03T11:59:59.999Z', product: 'lipid-panel', loincNum: 'c', unit: '', isActivated: true },
  { at: noon, product: 'vitamin-d', loincNum: 'd', interpretation: '' },
  { at: noon, product: 'lipid-panel', loincNum: 'e', unit: 'g', interpretation: 'N', isTracked: true },
  { at: '2026-02-03T12:00:00.001Z', product: 'lipid-panel', loincNum: 'f', isActivated: true, isTracked: true },
];

const owned = ['diagnostic_orders', 'diagnostic_tests', 'test_results', 'observations'] as const;

describe('filters of lists', () => {
  let gateway: TestGateway;
  let told: Readonly<Record<Collection, string>>[];
  let foreign: Readonly<Record<Collection, string>>;
  let untouched: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProducts(gateway, 'lipid-panel', 'vitamin-d');
    told = [];
    for (const story of stories) told.push(await tell(gateway, gateway.acme, story));
    foreign = await tell(gateway, gateway.other, {
      at: noon,
      loincNum: 'd',
      unit: 'g',
      interpretation: 'H',
      isActivated: true,
      isTracked: true,
    });
    gateway.clock.set('2026-03-01T00:00:00Z');
    untouched = (await placeOrder(gateway.acme)).testIds[0]!;
  });

  afterAll(() => gateway.stop());

  const listed = async (collection: Collection, query: string, client = gateway.acme): Promise<string[]> => {
    const { status, body, text } = await client.get(`/v1/${collection}?${query}`);
    if (status !== 200) throw new Error(text);
    return body.map((record: any) => record.id);
  };
  const of = (collection: Collection, ...indexes: readonly number[]): string[] => indexes.map((index) => told[index]![collection]);
  const notMarch = 'createdAt[lt]=2026-03-01';

  it.each(owned)('show a partner the own %s alone, oldest first', async (collection) => {
    expect(await listed(collection, notMarch)).toEqual(of(collection, 0, 1, 2, 3, 4, 5));
    expect(await listed(collection, '', gateway.other)).toEqual([foreign[collection]]);
    for (const record of (await gateway.acme.get(`/v1/${collection}`)).body) {
      expect((await gateway.acme.get(iriOf(collection, record.id))).body).toEqual(record);
    }
  });

  const times: [query: string, indexes: number[]][] = [
    [`createdAt[gt]=${noon}`, [5]],
    [`createdAt[gte]=${noon}`, [3, 4, 5]],
    [`createdAt[lt]=${noon}`, [0, 1, 2]],
    [`createdAt[lte]=${noon}`, [0, 1, 2, 3, 4]],
    [`createdAt[gt]=2026-02-03T11:59:59.999Z`, [3, 4, 5]],
    [`createdAt[lt]=2026-02-03T12:00:00.001Z`, [0, 1, 2, 3, 4]],
    [`createdAt[gte]=${noon}&createdAt[lte]=${noon}`, [3, 4]],
    [`createdAt[gt]=${noon}&createdAt[lt]=${noon}`, []],
    ['createdAt[gte]=2026-02-03', [1, 2, 3, 4, 5]],
    ['createdAt[gt]=2026-02-03', [2, 3, 4, 5]],
    ['createdAt[lt]=2026-02-03', [0]],
    ['createdAt[lte]=2026-02-03', [0, 1]],
    ['createdAt[gte]=2026-02-03T14:00:00%2B02:00', [3, 4, 5]],
    ['createdAt[gte]=2026-02-03T12:00:00Z', [3, 4, 5]],
    ['createdAt[gte]=2026-02-03T08:30:00.000-03:30', [3, 4, 5]],
    ['createdAt%5Bgt%5D=2026-02-03T12%3A00%3A00.000Z', [5]],
    ['createdAt[lt]=0001-01-01', []],
    ['createdAt[gt]=9999-12-31', []],
  ];

  it.each(owned.flatMap((collection) => times.map(([query, indexes]) => [collection, query, indexes] as const)))(
    '%s?%s',
    async (collection, query, indexes) => {
      expect(await listed(collection, query.includes('[lt') ? query : `${query}&${notMarch}`)).toEqual(of(collection, ...indexes));
    },
  );

  it.each<[query: string, indexes: number[]]>([
    ['activatedAt[gt]=2026-02-03T11:59:59.999Z', [5]],
    ['activatedAt[gte]=2026-02-03T11:59:59.999Z', [2, 5]],
    ['activatedAt[lt]=2026-02-03T11:59:59.999Z', [0]],
    ['activatedAt[lte]=2026-02-03T11:59:59.999Z', [0, 2]],
    [`labIntakeAt[gt]=${noon}`, [5]],
    [`labIntakeAt[gte]=${noon}`, [3, 4, 5]],
    [`labIntakeAt[lt]=${noon}`, [0, 1, 2]],
    [`labIntakeAt[lte]=${noon}`, [0, 1, 2, 3, 4]],
    ['exists[activatedAt]=true', [0, 2, 5]],
    [`exists[activatedAt]=false&${notMarch}`, [1, 3, 4]],
    ['exists[labIntakeAt]=1', [0, 1, 2, 3, 4, 5]],
    ['exists[shipmentTracking]=true', [1, 4, 5]],
    [`exists[shipmentTracking]=0&${notMarch}`, [0, 2, 3]],
    ['exists[testResults]=true', [0, 1, 2, 3, 4, 5]],
    ['specimenCode[]=S-a', [0]],
    ['specimenCode[]=S-a&specimenCode[]=S-f&specimenCode[]=none', [0, 5]],
    ['specimenCode[]=s-a', []],
    ['specimenCode[]=S-d', []],
    ['specimenCode[]=', []],
    ["specimenCode[]=S-a'--", []],
    ['exists[activatedAt]=true&exists[shipmentTracking]=true', [5]],
    ['exists[activatedAt]=true&product[]=vitamin-d', [0]],
    ['XDEBUG_SESSION=PHPSTORM&specimenCode[]=S-a', [0]],
  ])('diagnostic_tests?%s', async (query, indexes) => {
    expect(await listed('diagnostic_tests', query)).toEqual(of('diagnostic_tests', ...indexes));
  });

  it.each(['exists[labIntakeAt]=false', 'exists[testResults]=0'])('diagnostic_tests?%s finds the one without', async (query) => {
    expect(await listed('diagnostic_tests', query)).toEqual([untouched]);
  });

  it.each<[Collection, query: string, indexes: number[]]>([
    ['diagnostic_orders', 'exists[shipmentTracking]=1', [1, 4, 5]],
    ['diagnostic_orders', `exists[shipmentTracking]=false&${notMarch}`, [0, 2, 3]],
    ['observations', 'exists[unit]=true', [0, 2, 4]],
    ['observations', 'exists[unit]=0', [1, 3, 5]],
    ['observations', 'exists[interpretation]=1', [1, 3, 4]],
    ['observations', 'exists[interpretation]=false', [0, 2, 5]],
    ['observations', 'exists[interpretation]=true&exists[unit]=true', [4]],
  ])('%s?%s', async (collection, query, indexes) => {
    expect(await listed(collection, query)).toEqual(of(collection, ...indexes));
  });

  it.each<[Collection, parameter: string, named: Collection]>([
    ['diagnostic_orders', 'order', 'diagnostic_orders'],
    ['diagnostic_orders', 'diagnosticTest', 'diagnostic_tests'],
    ['diagnostic_tests', 'diagnosticTest', 'diagnostic_tests'],
    ['diagnostic_tests', 'order', 'diagnostic_orders'],
    ['test_results', 'diagnosticTest', 'diagnostic_tests'],
    ['test_results', 'observation', 'observations'],
    ['test_results', 'testResult', 'test_results'],
    ['observations', 'observation', 'observations'],
    ['observations', 'testResult', 'test_results'],
  ])('%s?%s[] takes identifiers and IRIs', async (collection, parameter, named) => {
    const find = (...values: readonly string[]) =>
      listed(collection, values.map((value) => `${parameter}[]=${encodeURIComponent(value)}`).join('&'));
    const [id, another] = of(named, 2, 4) as [string, string];
    for (const value of [id, id.toUpperCase(), iriOf(named, id)]) expect(await find(value)).toEqual(of(collection, 2));
    expect(await find(iriOf(named, another), id, 'nothing', nowhere)).toEqual(of(collection, 2, 4));
    const useless = [
      nowhere,
      'nothing',
      '',
      "' OR true --",
      iriOf(named, 'nothing'),
      foreign[named],
      `${id}0`,
      `/v2/${named}/${id}`,
      '\ud83e\uddea',
    ];
    for (const value of useless) expect(await find(value)).toEqual([]);
    expect(await listed(collection, `${parameter}[]=${id}&createdAt[gte]=${noon}`)).toEqual([]);
    expect(await listed(collection, `${parameter}[]=${another}&createdAt[gte]=${noon}`)).toEqual(of(collection, 4));
  });

  it.each(['diagnostic_orders', 'diagnostic_tests'] as const)('%s?product[] takes canonical ids, too', async (collection) => {
    const vitamin = told[0]!.diagnostic_products;
    for (const value of [vitamin, iriOf('diagnostic_products', vitamin), 'vitamin-d', iriOf('diagnostic_products', 'vitamin-d')]) {
      expect(await listed(collection, `product[]=${encodeURIComponent(value)}`)).toEqual(of(collection, 0, 3));
    }
    expect(await listed(collection, `product[]=vitamin-d&product[]=lipid-panel&${notMarch}`)).toEqual(of(collection, 0, 1, 2, 3, 4, 5));
    for (const value of ['Vitamin-D', 'vitamin', nowhere, '', '%25']) expect(await listed(collection, `product[]=${value}`)).toEqual([]);
  });
});
