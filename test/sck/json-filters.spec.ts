import { parseStoredJson } from '@gateway/kernel';
import { addressBody } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { contactBody, fulfil, kitOrdersPath as path, placeKitOrder, putKitProduct } from '../support/kits';
import { linksOf } from '../support/links';

const address = (city: string, overrides = {}) => ({ shippingAddress: addressBody({ city, ...overrides }) });
const meta = (metadata: unknown) => ({ metadata });

/** What the orders differ in, by the name that the tests give them. */
const orders: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  none: {},
  empty: meta({}),
  seven: meta({ batch: 7, campaign: 'spring' }),
  sevenText: meta({ batch: '7', campaign: 'summer' }),
  seventy: meta({ batch: 70, campaign: 'Spring' }),
  fraction: meta({ batch: 7.5, campaign: 'a,b' }),
  big: meta({ batch: parseStoredJson('12345678901234567890') }),
  yes: meta({ flag: true, note: 'say "hi"' }),
  yesText: meta({ flag: 'true', note: 'C:\\temp\\x' }),
  no: meta({ flag: false, note: '100 %' }),
  blank: meta({ note: '', campaign: 'two\nlines' }),
  underscore: meta({ note: 'a_b' }),
  plain: meta({ note: 'axb 100 x' }),
  cyrillic: { ...meta({ name: 'Привет, МИР' }), contact: contactBody({ lastName: 'Иванова' }) },
  greek: { ...meta({ name: 'ΟΔΥΣΣΕΥΣ' }), ...address('Αθήνα') },
  german: { ...meta({ name: 'Straße' }), ...address('GIEẞEN') },
  turkish: { ...meta({ name: 'Isparta ILIK' }), ...address('İzmir', { phone: '+90 1' }) },
  nested: meta({ 'a.b': 'dotted', constructor: 'own' }),
};

const names = Object.keys(orders);
const others = (...excluded: string[]): string[] => names.filter((name) => !excluded.includes(name));
const e = encodeURIComponent;

describe('json filters over kit orders', () => {
  let gateway: TestGateway;
  const nameOf = new Map<string, string>();

  beforeAll(async () => {
    gateway = await startGateway();
    await putKitProduct(gateway.operator);
    gateway.clock.set('2026-02-03T08:15:30.123Z');
    for (const [name, overrides] of Object.entries(orders)) {
      const contact = contactBody({ phone: name === 'seven' ? '+49 30 7' : null });
      const order = await placeKitOrder(gateway.acme, { contact, ...overrides });
      await placeKitOrder(gateway.other, { contact, ...overrides });
      nameOf.set(order.orderId, name);
      const trackingCode = { none: 'X,1', seven: 'x%2', empty: null }[name];
      if (trackingCode === undefined) continue;
      const shipmentTracking = { provider: 'CARRIER_A', trackingCode, shipmentStatus: name === 'none' ? 'delivered' : undefined };
      expect((await fulfil(gateway.operator, order, [`KIT-${name}`], { shipmentTracking })).status).toBe(200);
    }
    const event = { trackingCode: 'X,1', providerStatus: { name: 'Zugestellt', value: 'delivered' } };
    expect((await gateway.operator.post('/fulfilment/v1/carrier_events', event)).body.updated).toHaveLength(1);
  });

  afterAll(() => gateway.stop());

  const found = async (query: string): Promise<string[]> => {
    const { status, body, text } = await gateway.acme.get(`${path}?itemsPerPage=100&${query}`);
    if (status !== 200) throw new Error(text);
    return body.map(({ id }: any) => nameOf.get(id) ?? 'foreign');
  };

  const tables: Readonly<Record<string, readonly [path: string, values: string, expected: readonly string[]][]>> = {
    json_exact: [
      ['metadata.batch', '7', ['seven', 'sevenText']],
      ['metadata.batch', '7.0', ['seven']],
      ['metadata.batch', '07', []],
      ['metadata.batch', '70,7.5', ['seventy', 'fraction']],
      ['metadata.batch', '12345678901234567890', ['big']],
      ['metadata.batch', '12345678901234567891', []],
      ['metadata.campaign', 'spring', ['seven']],
      ['metadata.campaign', 'spring,summer', ['seven', 'sevenText']],
      ['metadata.campaign', '"a,b"', ['fraction']],
      ['metadata.campaign', 'a,b', []],
      ['metadata.campaign', '"spring","a,b",nothing', ['seven', 'fraction']],
      ['metadata.campaign', '"two\nlines"', ['blank']],
      ['metadata.campaign', 'spr', []],
      ['metadata.flag', 'true', ['yes', 'yesText']],
      ['metadata.flag', 'false', ['no']],
      ['metadata.flag', 'True', []],
      ['metadata.note', '"say ""hi"""', ['yes']],
      ['metadata.note', 'C:\\temp\\x', ['yesText']],
      ['metadata.note', '', ['blank']],
      ['metadata.note', '%', []],
      ['metadata.constructor', 'own', ['nested']],
      ['metadata.a.b', 'dotted', []],
      ['metadata.name.deeper', 'x', []],
      ['metadata', 'x', []],
      ['contact.lastName', 'Иванова', ['cyrillic']],
      ['contact.phone', '+49 30 7', ['seven']],
      ['contact.phone', 'null', []],
      ['shippingAddress.city', 'Αθήνα,İzmir', ['greek', 'turkish']],
      ['shippingAddress.city', 'αθήνα', []],
      ['shipmentTracking.trackingCode', '"X,1"', ['none']],
      ['shipmentTracking.provider', 'CARRIER_A', ['none', 'empty', 'seven']],
      ['shipmentTracking.providerStatus.terminalStatus', 'true', ['none']],
      ['shipmentTracking.providerStatus.name', 'Zugestellt', ['none']],
      ['shipmentTracking.createdAt', '2026-02-03T08:15:30.123Z', ['none', 'empty', 'seven']],
    ],
    json_exists: [
      ['metadata.batch', 'true', ['seven', 'sevenText', 'seventy', 'fraction', 'big']],
      ['metadata.batch', '0', others('seven', 'sevenText', 'seventy', 'fraction', 'big')],
      ['metadata', '1', others('none')],
      ['metadata', 'false', ['none']],
      ['metadata.note', 'true', ['yes', 'yesText', 'no', 'blank', 'underscore', 'plain']],
      ['contact.phone', 'true', ['seven']],
      ['contact.phone', 'false', others('seven')],
      ['contact.fax', 'false', names],
      ['shippingAddress.phone', 'true', ['turkish']],
      ['shipmentTracking', 'true', ['none', 'empty', 'seven']],
      ['shipmentTracking', 'false', others('none', 'empty', 'seven')],
      ['shipmentTracking.trackingCode', 'true', ['none', 'seven']],
      ['shipmentTracking.trackingCode', 'false', others('none', 'seven')],
      ['shipmentTracking.providerStatus', 'true', ['none']],
    ],
    json_search: [
      ['metadata.campaign', 'SPR', ['seven', 'seventy']],
      ['metadata.campaign', 'sum,"a,b"', ['sevenText', 'fraction']],
      ['metadata.batch', '7', ['seven', 'sevenText', 'seventy', 'fraction', 'big']],
      ['metadata.batch', '.5', ['fraction']],
      ['metadata.flag', 'TRU', ['yes', 'yesText']],
      ['metadata.note', '%', ['no']],
      ['metadata.note', '_', ['underscore']],
      ['metadata.note', '\\', ['yesText']],
      ['metadata.note', '\\TEMP\\', ['yesText']],
      ['metadata.note', '"""HI"""', ['yes']],
      ['metadata.note', '100 %', ['no']],
      ['metadata.campaign', 'O\nL', ['blank']],
      ['metadata.note', 'batch', []],
      ['metadata.name', 'привет', ['cyrillic']],
      ['metadata.name', '", мир"', ['cyrillic']],
      ['metadata.name', 'οδυσσευς', ['greek']],
      ['metadata.name', 'οδυσσευσ', ['greek']],
      ['metadata.name', 'STRASSE', ['german']],
      ['metadata.name', 'straẞe', ['german']],
      ['metadata.name', 'ısparta', ['turkish']],
      ['metadata.name', 'ılık', ['turkish']],
      ['shippingAddress.city', 'ΑΘΉΝΑ', ['greek']],
      ['shippingAddress.city', 'gießen', ['german']],
      ['shippingAddress.city', 'İZMİR', ['turkish']],
      ['shippingAddress.city', 'izmir', ['turkish']],
      ['shippingAddress.city', 'IZM', ['turkish']],
      ['contact.lastName', 'ИВАН', ['cyrillic']],
      ['contact.phone', '49 30', ['seven']],
      ['shipmentTracking.trackingCode', 'X%', ['seven']],
      ['shipmentTracking.url', 'CARRIER-A.EXAMPLE', ['none', 'seven']],
      ['shipmentTracking.providerStatus.name', 'zuge', ['none']],
    ],
  };
  const cases = Object.entries(tables).flatMap(([name, rows]) => rows.map((row) => [name, ...row] as const));

  it.each(cases)('%s[%s]=%s', async (name, place, values, expected) => {
    expect(await found(`${name}[${e(place)}]=${e(values)}`)).toEqual(expected);
    expect(await found(`${e(`${name}[${place}]`)}=${e(values)}`)).toEqual(expected);
  });

  it.each<[name: string, object: unknown, expected: readonly string[]]>([
    ['json_exact', { 'metadata.campaign': ['spring', 'a,b'] }, ['seven', 'fraction']],
    ['json_exact', { 'metadata.campaign': 'summer' }, ['sevenText']],
    ['json_exact', { 'metadata.batch': [7] }, ['seven', 'sevenText']],
    ['json_exact', { 'metadata.batch': ['7'], 'metadata.campaign': ['summer', 'spring'] }, ['seven', 'sevenText']],
    ['json_exact', { 'metadata.batch': ['7'], 'metadata.campaign': ['summer'] }, ['sevenText']],
    ['json_exact', { 'metadata.flag': [true] }, ['yes', 'yesText']],
    ['json_exact', { 'metadata.note': ['say "hi"', ''] }, ['yes', 'blank']],
    ['json_search', { 'metadata.note': ['"', '%', '_'] }, ['yes', 'no', 'underscore']],
    ['json_search', { 'metadata.name': ['МИР'], 'contact.lastName': ['ова'] }, ['cyrillic']],
    ['json_exists', { 'metadata.batch': true, 'metadata.campaign': false }, ['big']],
    ['json_exists', { 'metadata.batch': ['true'], 'metadata.campaign': ['0'] }, ['big']],
    ['json_exists', { 'metadata.batch': [1], 'contact.phone': true }, ['seven']],
  ])('%s=%j', async (name, object, expected) => {
    expect(await found(`${name}=${e(JSON.stringify(object))}`)).toEqual(expected);
  });

  it.each<[query: string, expected: readonly string[]]>([
    ['json_exact[metadata.batch]=7&json_exact[metadata.campaign]=summer', ['sevenText']],
    ['json_exact[metadata.batch]=7&json_search[metadata.campaign]=SUM', ['sevenText']],
    ['json_exists[metadata.batch]=true&json_exists[metadata.campaign]=false', ['big']],
    ['json_exact[metadata.batch]=7&json_exact={"metadata.campaign":["spring"]}', ['seven']],
    ['json_exists[contact.phone]=true&exists[shipmentTracking]=true&kit[]=KIT-seven', ['seven']],
    ['json_exists[contact.phone]=true&kit[]=KIT-none', []],
    ['json_exact[contact.email]=erika@example.org&json_exact[shipmentTracking.shipmentStatus]=delivered', ['none']],
    ['json_exact[metadata.batch]=8&json_exact[metadata.campaign]=summer', []],
  ])('together: %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('stay in the links of pages, and count', async () => {
    const first = await gateway.acme.get(`${path}?json_search[metadata.note]=${e('"""",%,_,\\')}&itemsPerPage=3`, {
      Prefer: 'count=exact',
    });
    expect([first.headers['x-total-count'], first.body.length]).toEqual(['4', 3]);
    const next = await gateway.acme.get(linksOf(first)['next']!);
    expect(next.body.map(({ id }: any) => nameOf.get(id))).toEqual(['underscore']);
  });

  it('see what a later event changed', async () => {
    const event = { trackingCode: 'x%2', providerStatus: { terminalStatus: false, name: 'Unterwegs', value: 'moving' } };
    expect(await found('json_exact[shipmentTracking.providerStatus.value]=moving')).toEqual([]);
    await gateway.operator.post('/fulfilment/v1/carrier_events', event);
    expect(await found('json_exact[shipmentTracking.providerStatus.value]=moving')).toEqual(['seven']);
    expect(await found('json_exact[shipmentTracking.providerStatus.terminalStatus]=false')).toEqual(['seven']);
  });
});
