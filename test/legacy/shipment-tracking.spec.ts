import { placeOrder, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { nowhere } from '../support/patterns';
import { withoutOccurrence } from '../support/problems';

const first = '2026-02-03T08:15:30.123Z';
const later = '2026-02-04T09:00:00.000Z';
const carrierA = (code: string) => `https://tracking.carrier-a.example/parcels/${code}`;

describe.each(['diagnostic_orders', 'diagnostic_tests'] as const)('shipment tracking of %s', (collection) => {
  const gateway = gatewayForTests(({ operator }) => putProduct(operator));
  let path: string;

  const send = (body: unknown) => gateway.acme.post(`${path}/shipment_tracking`, body);
  const tracking = async (body: unknown) => (await send(body)).body.shipmentTracking;

  beforeEach(async () => {
    gateway.clock.set(first);
    const { orderId, testIds } = await placeOrder(gateway.acme);
    path = `/v1/${collection}/${collection === 'diagnostic_orders' ? orderId : testIds[0]}`;
  });

  it('creates the record and answers with the whole resource', async () => {
    const before = await gateway.acme.get(path);
    const { status, headers, text, body } = await send({ provider: 'CARRIER_B', trackingCode: 'B&1 ä/2', shipmentStatus: 'confirmed' });
    expect(status).toBe(201);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      ...before.body,
      shipmentTracking: {
        provider: 'CARRIER_B',
        createdAt: first,
        updatedAt: first,
        trackingCode: 'B&1 ä/2',
        url: 'https://tracking.carrier-b.example/shipment?number=B%261%20%C3%A4%2F2',
        shipmentStatus: 'confirmed',
        providerStatus: null,
      },
    });
    expect((await gateway.acme.get(path)).text).toBe(text);
  });

  it('leaves the URL out where there is none, and nulls the rest', async () => {
    const moments = { createdAt: first, updatedAt: first };
    const nothing = { trackingCode: null, shipmentStatus: null, providerStatus: null };
    expect(await tracking({ provider: 'CARRIER_A' })).toEqual({ provider: 'CARRIER_A', ...moments, ...nothing });
    expect(await tracking({ provider: 'OTHER', trackingCode: 'X1' })).toEqual({
      provider: 'OTHER',
      ...moments,
      ...nothing,
      trackingCode: 'X1',
    });
  });

  it('updates the one record: what is left out stays, null clears', async () => {
    await send({ provider: 'CARRIER_A', trackingCode: 'A1', shipmentStatus: 'confirmed' });
    gateway.clock.set(later);
    const moments = { createdAt: first, updatedAt: later, providerStatus: null };
    expect(await tracking({ provider: 'CARRIER_A' })).toEqual({
      provider: 'CARRIER_A',
      ...moments,
      trackingCode: 'A1',
      url: carrierA('A1'),
      shipmentStatus: 'confirmed',
    });
    expect(await tracking({ provider: 'CARRIER_A', trackingCode: null, shipmentStatus: null })).toEqual({
      provider: 'CARRIER_A',
      ...moments,
      trackingCode: null,
      shipmentStatus: null,
    });
  });

  it('lets a generated URL follow the tracking code and the carrier, and go with the code', async () => {
    expect((await tracking({ provider: 'CARRIER_A', trackingCode: 'A1' })).url).toBe(carrierA('A1'));
    expect((await tracking({ provider: 'CARRIER_A', trackingCode: 'A2' })).url).toBe(carrierA('A2'));
    expect((await tracking({ provider: 'CARRIER_B' })).url).toBe('https://tracking.carrier-b.example/shipment?number=A2');
    expect(await tracking({ provider: 'OTHER' })).not.toHaveProperty('url');
    expect((await tracking({ provider: 'CARRIER_A' })).url).toBe(carrierA('A2'));
    expect(await tracking({ provider: 'CARRIER_A', trackingCode: null })).not.toHaveProperty('url');
  });

  it('keeps a URL of the partner until the partner changes it', async () => {
    const url = 'https://partner.example/t?c=A1#top';
    expect((await tracking({ provider: 'CARRIER_A', trackingCode: 'A1', url })).url).toBe(url);
    expect((await tracking({ provider: 'CARRIER_B', trackingCode: 'A2' })).url).toBe(url);
    expect((await tracking({ provider: 'CARRIER_B', trackingCode: null })).url).toBe(url);
    expect((await tracking({ provider: 'CARRIER_B', url: 'http://partner.example/' })).url).toBe('http://partner.example/');
    expect(await tracking({ provider: 'CARRIER_B', trackingCode: 'A3', url: null })).not.toHaveProperty('url');
  });

  it.each([
    ['255 characters', 'x'.repeat(255)],
    ['255 characters beyond the basic plane', '𝒳'.repeat(255)],
    ['right-to-left text', 'مرحبا'],
    ['quotes and dollars', `'"$&$1{code}\\`],
  ])('takes a tracking code of %s', async (_, trackingCode) => {
    expect(await tracking({ provider: 'CARRIER_A', trackingCode })).toMatchObject({
      trackingCode,
      url: carrierA(encodeURIComponent(trackingCode)),
    });
  });

  it('ignores the optional id and what it does not know', async () => {
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    const providerStatus = { terminalStatus: true, name: 'Done', value: 'done' };
    const answer = await send({ id, provider: 'OTHER', providerStatus, newer: 1 });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain(id);
    expect(answer.body.shipmentTracking).toMatchObject({ provider: 'OTHER', providerStatus: null });
  });

  it('makes one record of parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => send({ provider: 'OTHER', trackingCode: `P${index}` })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await gateway.dataSource.query('SELECT count(*)::int FROM shipments WHERE tracking_code LIKE $1', ['P%'])).toEqual([
      { count: 1 },
    ]);
    await send({ provider: 'OTHER', trackingCode: null });
  });

  it.each([
    ['a good body', { provider: 'OTHER' }],
    ['a bad body', { provider: 'NOBODY' }],
    ['no JSON', '{'],
  ])('answers for a foreign record as for a missing one, with %s', async (_, body) => {
    const id = path.split('/')[3]!;
    const foreign = await gateway.other.post(`${path}/shipment_tracking`, body);
    const missing = await gateway.other.post(`/v1/${collection}/${nowhere}/shipment_tracking`, body);
    const malformed = await gateway.other.post(`/v1/${collection}/nothing/shipment_tracking`, body);
    expect(foreign.status).toBe(404);
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(missing, nowhere));
    expect(withoutOccurrence(malformed)).toBe(withoutOccurrence(missing, nowhere));
    expect((await gateway.acme.get(path)).body).not.toHaveProperty('shipmentTracking');
  });
});
