import { startGateway, type TestGateway } from '../support/gateway';
import { kitOrdersPath as path, placeKitOrder, putKitProduct } from '../support/kits';
import { expectProblem } from '../support/problems';

const roots = 'metadata, contact, shippingAddress, shipmentTracking';
const names = ['json_exact', 'json_exists', 'json_search'] as const;
const e = encodeURIComponent;
const repeat = (count: number, part: (index: number) => string, separator: string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator);

describe.each(names)('hostile %s', (name) => {
  let gateway: TestGateway;
  const good = name === 'json_exists' ? 'true' : 'x';

  beforeAll(async () => {
    gateway = await startGateway();
    await putKitProduct(gateway.operator);
    await placeKitOrder(gateway.acme, { metadata: { x: 'x', batch: 7 } });
  });

  afterAll(() => gateway.stop());

  const get = (query: string) => gateway.acme.get(`${path}?${query}`);

  it.each([
    'patient.email',
    'id',
    'status',
    'createdAt',
    'Metadata.x',
    'kits',
    '__proto__.x',
    'constructor.name',
    'o.metadata',
    '*',
    ' metadata.x',
  ])('names the roots instead of reading %s', async (place) => {
    for (const query of [`${name}[${e(place)}]=${good}`, `${name}=${e(JSON.stringify({ [place]: [good] }))}`]) {
      expectProblem(await get(query), 400, expect.stringContaining(roots));
      expect((await get(query)).body.detail).toContain(`"${place}"`);
    }
  });

  it.each([
    ['empty brackets', `${name}[]=${good}`],
    ['no brackets', `${name}=${good}`],
    ['nothing at all', name],
    ['an open bracket', `${name}[metadata.x=${good}`],
    ['a closed bracket', `${name}metadata.x]=${good}`],
    ['brackets for the parts of a path', `${name}[metadata][x]=${good}`],
    ['brackets for a list', `${name}[metadata.x][]=${good}`],
    ['an index', `${name}[metadata.x][0]=${good}`],
    ['an empty name', `${name}[metadata.]=${good}`],
    ['an empty name within', `${name}[metadata..x]=${good}`],
    ['an empty root', `${name}[.x]=${good}`],
    ['a dot', `${name}[.]=${good}`],
    ['a path of 64 levels', `${name}[metadata.${repeat(63, () => 'a', '.')}]=${good}`],
    ['a path of 5,000 characters', `${name}[metadata.${'a'.repeat(5000)}]=${good}`],
    ['the same path twice', `${name}[metadata.x]=${good}&${name}[metadata.x]=${good}`],
    ['the same path in both notations', `${name}[metadata.x]=${good}&${name}=${e(`{"metadata.x":"${good}"}`)}`],
    ['the JSON notation twice', `${name}=${e(`{"metadata.x":"${good}"}`)}&${name}=${e(`{"metadata.y":"${good}"}`)}`],
    ['10,000 values', `${name}[metadata.x]=${repeat(10_000, String, ',')}`],
    ['an object without a path', `${name}={}`],
    ['10,000 values in JSON', `${name}=${e(`{"metadata.x":[${repeat(10_000, String, ',')}]}`)}`],
    ['1,500 paths', repeat(1_500, (index) => `${name}[metadata.k${index}]=${good}`, '&')],
    ['an open quote', `${name}[metadata.x]="a`],
    ['a quote in the middle', `${name}[metadata.x]=a"b`],
    ['text after a quote', `${name}[metadata.x]="a"b`],
    ['percent-encoding that ends early', `${name}[metadata.x]=%`],
    ['percent-encoding of no hexadecimal digits', `${name}[metadata.x]=%zz`],
    ['percent-encoding of no UTF-8', `${name}[metadata.x]=%c3%28`],
    ['percent-encoding of a surrogate', `${name}[metadata.x]=%ed%a0%80`],
    ['percent-encoding of no UTF-8 in a path', `${name}[metadata.%ff]=${good}`],
    ['NUL', `${name}[metadata.x]=%00`],
    ['NUL in a path', `${name}[metadata.%00]=${good}`],
  ])('refuses %s', async (_, query) => {
    expectProblem(await get(query), 400);
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '7',
    '"metadata.x"',
    '["metadata.x"]',
    '{"metadata.x"}',
    `{"metadata.x":"${good}",}`,
    `{'metadata.x':'${good}'}`,
    `{"metadata.x":"${good}"} x`,
    `{"metadata.x":"${good}","metadata.x":"${good}"}`,
    '{"metadata.x":null}',
    '{"metadata.x":[null]}',
    '{"metadata.x":[]}',
    '{"metadata.x":{"y":"z"}}',
    '{"metadata.x":[["y"]]}',
    '{"metadata":{"x":["y"]}}',
    `{"":"${good}"}`,
    '{"metadata.x":["\\u0000"]}',
    '{"metadata.x":["\\ud800"]}',
    `{"metadata.\\u0000":["${good}"]}`,
    `{"metadata.\\udc00":["${good}"]}`,
    `{"metadata.x":${'['.repeat(500)}${']'.repeat(500)}}`,
  ])('refuses the JSON %s', async (json) => {
    expectProblem(await get(`${name}=${e(json)}`), 400, expect.stringContaining(name));
  });

  const injections = [
    `metadata.x'; DROP TABLE kits; --`,
    `metadata.x') OR (1=1`,
    `metadata.x"; SELECT pg_sleep(10); --`,
    'metadata.$1',
    'metadata.{a,b}',
    'metadata.\\',
    'metadata.%',
    `metadata."x"`,
    'metadata.x\n',
    'metadata.🧪',
  ];

  it.each(injections)('takes the path %j for a name', async (place) => {
    const { status, body } = await get(`${e(`${name}[${place}]`)}=${good}`);
    expect([status, body]).toEqual([200, []]);
    if (name === 'json_exists') expect((await get(`${e(`${name}[${place}]`)}=false`)).body).toHaveLength(1);
  });

  const values = [
    `' OR '1'='1`,
    `x' OR 1=1 --`,
    `'); DROP TABLE kit_orders; --`,
    '$1',
    '\\',
    "\\'",
    '%',
    '_',
    '{}',
    'null',
    '[1]',
    '1e400',
    '-',
    '9'.repeat(300),
  ];

  it.each(values)('takes the value %j for text', async (value) => {
    const answer = await get(`${name}[metadata.x]=${e(value)}`);
    if (name === 'json_exists') expectProblem(answer, 400, expect.stringContaining('true, false, 1, 0'));
    else expect([answer.status, answer.body]).toEqual([200, []]);
  });

  it('still answers afterwards', async () => {
    expect((await get(`${name}[metadata.x]=${good}`)).body).toHaveLength(1);
    expect((await gateway.acme.get('/sck/v1/kits')).body).toHaveLength(1);
  });
});

describe('flags of json_exists', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  it.each(['yes', 'TRUE', '', '2', 'null', 'true,false', '"true"x'])('must not be %j', async (value) => {
    expectProblem(
      await gateway.acme.get(`${path}?json_exists[metadata.x]=${e(value)}`),
      400,
      expect.stringContaining('json_exists[metadata.x]'),
    );
  });
});
