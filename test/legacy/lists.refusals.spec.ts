import { type Collection, collections } from '../support/collections';
import { startGateway, type TestGateway } from '../support/gateway';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';

/** The parameters of each list as the documents name them; the json filters have tests of their own. */
const comparisons = (name: string) => ['gt', 'gte', 'lt', 'lte'].map((operator) => `${name}[${operator}]`);
const known: Readonly<Record<Collection, readonly string[]>> = {
  diagnostic_orders: [
    ...comparisons('createdAt'),
    'exists[shipmentTracking]',
    'order[]',
    'diagnosticTest[]',
    'product[]',
    'sort[createdAt]',
    'sort[id]',
  ],
  diagnostic_tests: [
    ...['createdAt', 'activatedAt', 'labIntakeAt'].flatMap(comparisons),
    ...['activatedAt', 'labIntakeAt', 'shipmentTracking', 'testResults'].map((name) => `exists[${name}]`),
    ...['specimenCode[]', 'diagnosticTest[]', 'order[]', 'product[]', 'sort[createdAt]', 'sort[id]'],
  ],
  test_results: [...comparisons('createdAt'), 'diagnosticTest[]', 'observation[]', 'testResult[]', 'sort[createdAt]', 'sort[id]'],
  observations: [
    ...comparisons('createdAt'),
    ...['exists[interpretation]', 'exists[unit]', 'observation[]', 'testResult[]', 'sort[id]', 'sort[loincNum]', 'sort[createdAt]'],
  ],
  diagnostic_products: ['product[]', 'sort[canonicalId]', 'sort[id]'],
};
const paging = ['page', 'cursor', 'itemsPerPage'];
const parameters = collections.flatMap((collection) => known[collection].map((name) => [collection, name] as const));

const goodValue = (name: string): string => {
  if (name.startsWith('sort[')) return 'asc';
  if (name.startsWith('exists[')) return 'true';
  if (name === 'page' || name === 'itemsPerPage') return '1';
  return name.endsWith('[]') ? nowhere : name === 'cursor' ? '' : '2026-01-01';
};

describe('queries that lists refuse', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  const get = (collection: Collection, query: string) => gateway.acme.get(`/v1/${collection}?${query}`);

  it.each(parameters)('but %s?%s is known', async (collection, name) => {
    expect((await get(collection, `${name}=${goodValue(name)}`)).status).toBe(200);
  });

  it.each(collections)('%s names an unknown parameter and lists the known', async (collection) => {
    for (const name of [
      'unknown',
      'Page',
      'createdAt',
      'createdAt[eq]',
      'order',
      'product[0]',
      'sort',
      'sort[value]',
      'exists[x]',
      'filter[a][b]',
      '',
      '[]',
      '__proto__',
      'page[]',
    ]) {
      const answer = await get(collection, `page=1&${encodeURIComponent(name)}=1`);
      expectProblem(answer, 400, expect.stringContaining(`"${name}"`));
      for (const parameter of [...known[collection], ...paging]) expect(answer.body.detail).toContain(parameter);
    }
  });

  it('in the language that is asked for', async () => {
    const { body } = await gateway.acme.get('/v1/observations?foo=1', { 'Accept-Language': 'de' });
    expect([body.title, body.detail]).toEqual(['Ein Fehler ist aufgetreten', expect.stringMatching(/parameter.*"foo"/i)]);
  });

  it.each([
    '/v1/diagnostic_orders/:id',
    '/v1/diagnostic_tests/:id',
    '/v1/test_results/:id',
    '/v1/observations/:id',
    '/v1/diagnostic_products/:id',
    '/v1/documents/:id/download',
  ])('%s knows no parameter but XDEBUG_SESSION', async (route) => {
    const path = route.replace(':id', nowhere);
    expectProblem(await gateway.acme.get(`${path}?page=1`), 400, expect.stringContaining('"page"'));
    expectProblem(await gateway.acme.get(`${path}?XDEBUG_SESSION=PHPSTORM`), 404);
  });

  const badValues = (name: string): readonly string[] => {
    if (name.startsWith('sort[')) return ['', 'up', '1', 'ascending', 'asc,desc'];
    if (name.startsWith('exists[')) return ['', 'yes', 'null', '2', 'truefalse'];
    if (name.endsWith('[]')) return [];
    return [
      '',
      'yesterday',
      '2026-02-30',
      '2026-13-01',
      '2026-02-03T12:00:00',
      '2026-02-03T25:00:00Z',
      '2026-02-03 12:00:00Z',
      '1770120000',
      '2026',
      "'; --",
    ];
  };

  it.each(parameters.filter(([, name]) => badValues(name).length > 0))('%s?%s with a bad value', async (collection, name) => {
    for (const value of badValues(name)) {
      const answer = await get(collection, `${name}=${encodeURIComponent(value)}`);
      expectProblem(answer, 400, expect.stringContaining(`"${name}"`));
      expect(answer.body.detail).toContain(`"${value}"`);
    }
  });

  const pages: [string, string[]][] = [
    ['page', ['0', '-1', '', '1.5', 'x', '1e3', '0x1', ' 1', '١', 'NaN', '9'.repeat(30)]],
    ['itemsPerPage', ['0', '101', '-1', '', '1.5', 'x', 'Infinity']],
  ];

  it.each(collections)('%s with a bad page or size', async (collection) => {
    for (const [name, values] of pages) {
      for (const value of values) {
        const answer = await get(collection, `${name}=${encodeURIComponent(value)}`);
        expectProblem(answer, 400, expect.stringContaining(`"${name}"`));
        expect(answer.body.detail).toContain(`"${value}"`);
      }
    }
  });

  it.each(
    [...parameters, ...collections.flatMap((collection) => paging.map((name) => [collection, name] as const))].filter(
      ([, name]) => !name.endsWith('[]'),
    ),
  )('%s?%s twice', async (collection, name) => {
    const pair = `${name}=${goodValue(name)}`;
    expectProblem(await get(collection, `${pair}&${pair}`), 400, expect.stringContaining(`"${name}"`));
  });

  it.each(collections)('%s with page and cursor', async (collection) => {
    for (const query of ['page=1&cursor=', 'cursor=&page=2', 'cursor=x&page=1']) {
      expectProblem(await get(collection, query), 400, expect.stringMatching(/"page".*"cursor"|"cursor".*"page"/));
    }
  });

  const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const key = ['2026-01-01T00:00:00.000Z', nowhere];

  it.each([
    'x',
    '!',
    'null',
    cursorOf(null),
    cursorOf([]),
    cursorOf({}),
    cursorOf([0, 'createdAt,id']),
    cursorOf([0, 'createdAt,id', ['x', 'y']]),
    cursorOf([2, 'createdAt,id', key]),
    cursorOf([0, '-createdAt,id', key]),
    cursorOf([0, 'createdAt,id', ["1'; --", nowhere]]),
    cursorOf([0, 'createdAt,id', [...key, nowhere]]),
    '0'.repeat(5000),
  ])('with the cursor %s', async (cursor) => {
    expectProblem(await get('diagnostic_orders', `cursor=${cursor}`), 400, expect.stringContaining('"cursor"'));
  });

  it('with a cursor of another order', async () => {
    const link = cursorOf([0, '-createdAt,-id', key]);
    expectProblem(await get('diagnostic_orders', `cursor=${link}&sort[id]=asc`), 400, expect.stringContaining('"cursor"'));
  });

  it.each(['page=%', 'page=%zz', 'order[]=%ff', '%c3%28=1', 'order[]=%ed%a0%80', 'order[]=a%00b'])(
    'with the percent-encoding of %s',
    async (query) => {
      expectProblem(await get('diagnostic_orders', query), 400);
    },
  );

  it('with too many values, or answer to as many', async () => {
    const many = (count: number) => get('diagnostic_orders', Array.from({ length: count }, () => `order[]=${nowhere}`).join('&'));
    const answered = await many(200);
    expect([answered.status, answered.body]).toEqual([200, []]);
    expect(answered.headers['link'] ?? '').toBe('');
    expectProblem(await many(250), 400, 'The query string is too long; at most 10000 characters are allowed.');
    expect([400, 414, 431]).toContain((await many(20_000)).status);
  });
});
