import { addressBody, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { linksOf } from '../support/links';
import { expectProblem } from '../support/problems';

const path = '/v1/diagnostic_orders';

type Metadata = Record<string, unknown> | null;
const metadata: readonly Metadata[] = [
  { campaign: 'spring', batch: 7, vip: true, price: 5.1, note: 'Straße', zip: '00123' },
  { campaign: 'summer,autumn', batch: '7', vip: 'true', note: 'STRASSE GROẞ' },
  { campaign: 'say "hi"', batch: 70, vip: false, note: 'ΣΊΣΥΦΟΣ', empty: '' },
  { campaign: '50%_off\\now', batch: 7.0, note: 'Москва', "o'; DROP TABLE diagnostic_orders; --": 'x', Case: 'a' },
  {},
  null,
];
const all = metadata.map((_, index) => index);

/** One filter, each part percent-encoded. */
const pair = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
const exact = (key: string, value: string): string => pair(`json_exact[${key}]`, value);
const search = (key: string, value: string): string => pair(`json_search[${key}]`, value);
const exists = (key: string, value: string): string => pair(`json_exists[${key}]`, value);
const json = (name: string, value: unknown): string => pair(name, typeof value === 'string' ? value : JSON.stringify(value));

describe('json filters of orders', () => {
  let gateway: TestGateway;
  let ids: string[];

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    ids = [];
    for (const [index, one] of metadata.entries()) {
      gateway.clock.set(`2026-02-03T12:00:0${index}Z`);
      const address = addressBody({
        city: ['Berlin', 'berlin', 'Łódź', 'Κόρινθος', 'İzmir', 'Köln'][index],
        address2: index === 3 ? 'Hinterhaus' : null,
      });
      ids.push((await placeOrder(gateway.acme, { metadata: one, shippingAddress: address })).orderId);
    }
    await placeOrder(gateway.other, { metadata: metadata[0] });
    await gateway.acme.post(`${path}/${ids[1]}/shipment_tracking`, {
      provider: 'CARRIER_A',
      trackingCode: '0034',
      shipmentStatus: 'in_transit',
    });
    const providerStatus = { terminalStatus: true, name: 'Zugestellt', value: 'delivered' };
    await gateway.operator.post('/fulfilment/v1/carrier_events', { trackingCode: '0034', providerStatus });
    await gateway.acme.post(`${path}/${ids[2]}/shipment_tracking`, { provider: 'OTHER' });
  });

  afterAll(() => gateway.stop());

  const get = (query: string, headers = {}) => gateway.acme.get(`${path}?${query}`, headers);
  const found = async (query: string): Promise<number[]> => {
    const { status, body, text } = await get(query);
    if (status !== 200) throw new Error(text);
    return body.map(({ id }: { id: string }) => ids.indexOf(id));
  };

  it.each<[string, string, number[]]>([
    ['one value', exact('metadata.campaign', 'spring'), [0]],
    ['unencoded brackets', 'json_exact[metadata.campaign]=spring', [0]],
    ['several values', 'json_exact[metadata.campaign]=none,spring', [0]],
    ['several values, encoded', exact('metadata.note', 'Москва,Straße'), [0, 3]],
    ['a quoted comma', exact('metadata.campaign', '"summer,autumn",none'), [1]],
    ['an unquoted comma', exact('metadata.campaign', 'summer,autumn'), []],
    ['doubled quotes', exact('metadata.campaign', '"say ""hi"""'), [2]],
    ['a quoted word without need', exact('metadata.campaign', '"spring"'), [0]],
    ['another case', exact('metadata.campaign', 'Spring'), []],
    ['another case of the key', exact('metadata.case', 'a'), []],
    ['a part', exact('metadata.campaign', 'spri'), []],
    ['digits: number and text', exact('metadata.batch', '7'), [0, 1, 3]],
    ['digits with zeros: text', exact('metadata.zip', '00123'), [0]],
    ['digits without the zeros', exact('metadata.zip', '123'), []],
    ['a fraction', exact('metadata.price', '5.1'), [0]],
    ['an equal number', exact('metadata.price', '5.10'), [0]],
    ['true: boolean and text', exact('metadata.vip', 'true'), [0, 1]],
    ['false', exact('metadata.vip', 'false'), [2]],
    ['the empty text', exact('metadata.empty', ''), [2]],
    ['a list with an empty text', exact('metadata.empty', 'x,'), [2]],
    ['null', exact('metadata.none', 'null'), []],
    ['LIKE signs', exact('metadata.campaign', '50%_off\\now'), [3]],
    ['a wildcard', exact('metadata.campaign', '%'), []],
    ['an address', exact('shippingAddress.city', 'Berlin'), [0]],
    ['a tracking', exact('shipmentTracking.trackingCode', '0034'), [1]],
    ['a status of the carrier', exact('shipmentTracking.providerStatus.value', 'delivered'), [1]],
    ['a boolean of the carrier', exact('shipmentTracking.providerStatus.terminalStatus', 'true'), [1]],
    ['two paths', `${exact('metadata.batch', '7')}&${exact('metadata.vip', 'true')}`, [0, 1]],
    ['paths of two roots', `${exact('metadata.batch', '7')}&${exact('shippingAddress.city', 'berlin')}`, [1]],
    ['a deep path', exact('metadata.campaign.a.b.c.d', 'spring'), []],
    ['a key of SQL', exact("metadata.o'; DROP TABLE diagnostic_orders; --", 'x'), [3]],
    ['a value of SQL', exact('metadata.campaign', "' OR 1=1 --"), []],
    ['an emoji', exact('metadata.🧪', '👩‍⚕️'), []],
  ])('json_exact finds by %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each<[string, string, number[]]>([
    ['a part', search('metadata.campaign', 'PRIN'), [0]],
    ['one letter', search('metadata.campaign', 'S'), [0, 1, 2]],
    ['Cyrillic', search('metadata.note', 'моск'), [3]],
    ['Cyrillic capitals', search('metadata.note', 'КВА'), [3]],
    ['Greek with a final sigma', search('metadata.note', 'σίσυφος'), [2]],
    ['Greek', search('shippingAddress.city', 'ΚΌΡΙΝΘΟΣ'), [3]],
    ['Polish', search('shippingAddress.city', 'ŁÓDŹ'), [2]],
    ['an umlaut', search('shippingAddress.city', 'KÖLN'), [5]],
    ['ß', search('metadata.note', 'straße'), [0, 1]],
    ['ẞ', search('metadata.note', 'STRAẞE'), [0, 1]],
    ['ß of a capital ẞ', search('metadata.note', 'groß'), [1]],
    ['Turkish', search('shippingAddress.city', 'İZMİR'), [4]],
    ['a per cent sign', search('metadata.campaign', '%'), [3]],
    ['an underscore', search('metadata.campaign', '_'), [3]],
    ['a backslash', search('metadata.campaign', '\\'), [3]],
    ['a pattern', search('metadata.campaign', 's%g'), []],
    ['a quote', search('metadata.campaign', '"""hi"""'), [2]],
    ['a comma', search('metadata.campaign', '"R,A"'), [1]],
    ['several values', search('metadata.campaign', 'pri,HI'), [0, 2]],
    ['two paths', `${search('metadata.campaign', 's')}&${search('metadata.note', 'SS')}`, [0, 1]],
    ['a number', search('metadata.batch', '7'), [0, 1, 2, 3]],
    ['a key', search('metadata.campaign', 'batch'), []],
    ['SQL', search('metadata.campaign', "') OR true --"), []],
    ['a tracking', search('shipmentTracking.providerStatus.name', 'ZUGE'), [1]],
  ])('json_search finds by %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each<[string, number[]]>([
    [exists('metadata.vip', 'true'), [0, 1, 2]],
    [exists('metadata.vip', '1'), [0, 1, 2]],
    [exists('metadata.vip', 'false'), [3, 4, 5]],
    [exists('metadata.vip', '0'), [3, 4, 5]],
    [exists('metadata.empty', 'true'), [2]],
    [exists('metadata', 'true'), [0, 1, 2, 3, 4]],
    [exists('metadata', 'false'), [5]],
    [exists('metadata.a.b.c', 'false'), all],
    [exists('shippingAddress.address2', 'true'), [3]],
    [exists('shippingAddress.address2', 'false'), [0, 1, 2, 4, 5]],
    [exists('shipmentTracking', 'true'), [1, 2]],
    [exists('shipmentTracking', 'false'), [0, 3, 4, 5]],
    [exists('shipmentTracking.trackingCode', 'true'), [1]],
    [exists('shipmentTracking.trackingCode', 'false'), [0, 2, 3, 4, 5]],
    [exists('shipmentTracking.providerStatus', 'false'), [0, 2, 3, 4, 5]],
    [`${exists('metadata.vip', 'true')}&${exists('shipmentTracking', 'true')}`, [1, 2]],
  ])('%s finds', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each<[string, number[]]>([
    [json('json_exact', { 'metadata.campaign': ['spring', 'none'] }), [0]],
    [json('json_exact', { 'metadata.campaign': ['summer,autumn'] }), [1]],
    [json('json_exact', { 'metadata.campaign': ['say "hi"'] }), [2]],
    [json('json_exact', { 'metadata.batch': ['7'], 'metadata.vip': ['true'] }), [0, 1]],
    [json('json_exact', '{"metadata.price":["5.10"]}'), [0]],
    [json('json_search', { 'metadata.campaign': ['PRI', 'hi'] }), [0, 2]],
    [json('json_search', { 'metadata.campaign': ['"'] }), [2]],
    [json('json_exists', { 'metadata.vip': true, shipmentTracking: false }), [0]],
    [`${json('json_exact', { 'metadata.batch': ['7'] })}&${exact('metadata.vip', 'true')}&${search('metadata.note', 'GRO')}`, [1]],
  ])('%s is the other notation', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('pages and counts what it finds', async () => {
    const query = `${exact('metadata.batch', '7')}&${search('metadata.note', 's,М')}&itemsPerPage=2`;
    const first = await get(query, { Prefer: 'count=exact' });
    expect([first.body.map((order: any) => order.id), first.headers['x-total-count']]).toEqual([[ids[0], ids[1]], '3']);
    const { body } = await gateway.acme.get(linksOf(first)['next']!);
    expect(body.map((order: any) => order.id)).toEqual([ids[3]]);
  });

  const roots = ['metadata', 'shippingAddress', 'shipmentTracking'];

  it.each(['contact.email', 'Metadata.a', 'patient.email', 'id', '__proto__.a', "'; --"])(
    'another root is refused, and the roots are named: %s',
    async (key) => {
      const queries = [exact(key, 'a'), search(key, 'a'), exists(key, 'true'), json('json_exact', `{"${key}":["a"]}`)];
      for (const query of queries) {
        const answer = await get(query);
        expectProblem(answer, 400);
        for (const root of roots) expect(answer.body.detail).toContain(root);
      }
    },
  );

  it.each([
    exact('', 'a'),
    exact('.', 'a'),
    exact('metadata.', 'a'),
    exact('metadata..a', 'a'),
    exact('.metadata', 'a'),
    exact('metadata.campaign', '"open'),
    exact('metadata.campaign', 'a"b'),
    exact('metadata.campaign', '"a"b'),
    exists('metadata.vip', ''),
    exists('metadata.vip', 'yes'),
    exists('metadata.vip', 'true,false'),
    'json_exact=',
    'json_exact=metadata.campaign',
    'json_exact[metadata.campaign=spring',
    'json_exact[]=spring',
    'json_unknown[metadata.campaign]=spring',
    json('json_exact', []),
    json('json_exact', null),
    json('json_exact', { 'metadata.campaign': { deep: 1 } }),
    json('json_exact', { 'metadata.campaign': [['a']] }),
    json('json_exact', { 'metadata.campaign': [null] }),
    json('json_exact', '{"metadata.campaign":["\\u0000"]}'),
    json('json_search', '{"metadata.campaign":["\\ud800"]}'),
    json('json_exact', '{"metadata.\\u0000":["a"]}'),
    json('json_exists', '{"metadata.\\ud800":true}'),
    json('json_exists', { 'metadata.vip': 'maybe' }),
    json('json_exact', '{"metadata.a":["1"],"metadata.a":["2"]}'),
    `${exact('metadata.a', '1')}&${exact('metadata.a', '2')}`,
  ])('%s is refused', async (query) => {
    expectProblem(await get(query), 400);
  });

  it('refuses more than 100 values, and takes a few', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');
    expect(await found(exact('metadata.batch', words(50)))).toEqual([0, 1, 3]);
    for (const name of ['json_exact', 'json_search']) {
      expectProblem(await get(`${name}[metadata.batch]=${words(101)}`), 400, expect.stringContaining(name));
      expectProblem(await get(json(name, { 'metadata.batch': words(101).split(',') })), 400, expect.stringContaining(name));
      expectProblem(
        await get(`${name}[metadata.batch]=${words(10_000)}`),
        400,
        'The query string is too long; at most 10000 characters are allowed.',
      );
    }
  });

  it('takes paths and values of any length without failing', async () => {
    for (const query of [
      exact(`metadata.${'a'.repeat(20_000)}`, '1'),
      exact(`metadata${'.a'.repeat(5000)}`, '1'),
      json('json_exact', '['.repeat(20_000)),
      exact('metadata.a', '9'.repeat(9000)),
      exact('metadata.a', '1e999999999'),
      search('metadata.note', '%'.repeat(3000)),
    ]) {
      expect([200, 400]).toContain((await get(query)).status);
    }
  });
});
