import { placeOrder, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { type ConstraintName, expectProblem, expectViolations, type RefusedValue, violation, wrongType } from '../support/problems';

const statuses = [
  'confirmed',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'failure',
  'undeliverable',
  'returned_to_sender',
  'available_for_collection',
];
const handedOver = ['in_transit', 'out_for_delivery', 'delivered', 'available_for_collection'];
const [first, second, third] = ['2026-02-03T08:00:00.000Z', '2026-02-04T08:00:00.000Z', '2026-02-05T08:00:00.000Z'];

describe('rules of shipment tracking', () => {
  const gateway = gatewayForTests(({ operator }) => putProduct(operator));
  let order: string;
  let test: string;

  beforeEach(async () => {
    gateway.clock.set(first);
    const { orderId, testIds } = await placeOrder(gateway.acme);
    [order, test] = [`/v1/diagnostic_orders/${orderId}`, `/v1/diagnostic_tests/${testIds[0]}`];
  });

  const track = (body: unknown, path = order) => gateway.acme.post(`${path}/shipment_tracking`, body);
  const carrierEvent = (body: unknown) => gateway.operator.post('/fulfilment/v1/carrier_events', body);
  const ship = (body: unknown) => gateway.operator.post(`/fulfilment/v1${order.slice('/v1'.length)}/ship`, body);

  it.each<RefusedValue>([
    ['provider', undefined, 'NotBlank', {}],
    ['provider', null, 'NotNull', {}],
    ['provider', 'DHL', 'Choice', { payload: { choices: ['CARRIER_A', 'CARRIER_B', 'OTHER'] }, hint: ['CARRIER_A', 'CARRIER_B', 'OTHER'] }],
    ['provider', 'carrier_a', 'Choice', {}],
    ['trackingCode', 'x'.repeat(256), 'TooLong', { payload: { max: 255 }, hint: ['255'] }],
    ['trackingCode', '𝒳'.repeat(256), 'TooLong', { payload: { max: 255 } }],
    ['trackingCode', 'a\0', 'Regex', {}],
    ['url', 'parcels/1', 'Url', {}],
    ['url', 'javascript:alert(1)', 'Url', {}],
    ['url', 'https://', 'Url', {}],
    ['url', 'https://a b.example', 'Url', {}],
    ['url', '', 'Url', {}],
    ['shipmentStatus', 'lost', 'Choice', { payload: { choices: statuses }, hint: statuses }],
    ['shipmentStatus', '', 'Choice', {}],
    ['id', 'abc', 'UuidTooShort', {}],
  ])('%s must not be %j', async (member, value, constraint, details) => {
    for (const path of [order, test]) {
      expectViolations(await track({ provider: 'OTHER', [member]: value }, path), violation(member, constraint, details));
      expect((await gateway.acme.get(path)).body).not.toHaveProperty('shipmentTracking');
    }
  });

  it.each(['id', 'provider', 'trackingCode', 'url', 'shipmentStatus'])('%s must be a string', async (member) => {
    for (const [value, given] of [
      [5, 'number'],
      [{}, 'object'],
      [[], 'array'],
      [true, 'boolean'],
    ] as const) {
      expectProblem(await track({ provider: 'OTHER', [member]: value }), 400, wrongType(member, 'string', given));
    }
  });

  it.each(statuses)('sets shippedAt with %s only if the parcel was handed over', async (shipmentStatus) => {
    await track({ provider: 'OTHER' });
    gateway.clock.set(second);
    expect((await track({ provider: 'OTHER', shipmentStatus })).body.shippedAt).toBe(handedOver.includes(shipmentStatus) ? second : null);
    gateway.clock.set(third);
    const after = await track({ provider: 'OTHER', shipmentStatus: 'delivered' });
    expect(after.body.shippedAt).toBe(handedOver.includes(shipmentStatus) ? second : third);
    expect((await track({ provider: 'OTHER', shipmentStatus: null })).body.shippedAt).toBe(after.body.shippedAt);
  });

  it('does not ship an order because a test is on its way back', async () => {
    await track({ provider: 'OTHER', shipmentStatus: 'delivered' }, test);
    expect((await gateway.acme.get(order)).body).toMatchObject({ shippedAt: null });
    expect((await gateway.acme.get(order)).body).not.toHaveProperty('shipmentTracking');
  });

  it('ships an order once, and changes nothing but the tracking after that', async () => {
    const shipped = await ship({ shippedAt: '2026-02-01T10:00:00+02:00', shipmentTracking: { provider: 'CARRIER_A', trackingCode: 'S1' } });
    expect([shipped.status, shipped.body]).toEqual([200, (await gateway.acme.get(order)).body]);
    expect(shipped.body).toMatchObject({ shippedAt: '2026-02-01T08:00:00.000Z', shipmentTracking: { trackingCode: 'S1' } });
    const again = await ship({ shippedAt: third, shipmentTracking: { provider: 'CARRIER_A', trackingCode: 'S2' } });
    expect(again.body).toMatchObject({ shippedAt: '2026-02-01T08:00:00.000Z', shipmentTracking: { trackingCode: 'S2' } });
    gateway.clock.set(second);
    expect((await ship({})).body).toEqual(again.body);
    expect((await track({ provider: 'CARRIER_A', shipmentStatus: 'delivered' })).body.shippedAt).toBe('2026-02-01T08:00:00.000Z');
  });

  it('ships now where no time is given', async () => {
    expect((await ship({})).body).toEqual({ ...(await gateway.acme.get(order)).body, shippedAt: first });
  });

  it('refuses to ship with a bad time or tracking', async () => {
    const answer = await ship({ shippedAt: '2026-02-01T10:00:00', shipmentTracking: { provider: 'X' } });
    expectViolations(answer, violation('shippedAt', 'DateTimeFormat'), violation('shipmentTracking.provider', 'Choice'));
  });

  it('applies a carrier event to every shipment with the code, of both directions and all partners', async () => {
    const foreign = (await placeOrder(gateway.other)).orderId;
    await gateway.other.post(`/v1/diagnostic_orders/${foreign}/shipment_tracking`, { provider: 'OTHER', trackingCode: 'SAME' });
    await track({ provider: 'OTHER', trackingCode: 'SAME', shipmentStatus: 'confirmed' });
    await track({ provider: 'CARRIER_A', trackingCode: 'SAME' }, test);
    gateway.clock.set(second);
    const providerStatus = { terminalStatus: false, name: 'Unterwegs', value: 'transit' };
    const { status, body } = await carrierEvent({ trackingCode: 'SAME', providerStatus, shipmentStatus: 'in_transit' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['updated']);
    expect([...body.updated].sort()).toEqual([order, test, `/v1/diagnostic_orders/${foreign}`].sort());
    const outbound = (await gateway.acme.get(order)).body;
    expect(outbound).toMatchObject({
      shippedAt: second,
      shipmentTracking: { createdAt: first, updatedAt: second, trackingCode: 'SAME', shipmentStatus: 'in_transit', providerStatus },
    });
    expect((await gateway.acme.get(test)).body.shipmentTracking).toMatchObject({ shipmentStatus: 'in_transit', providerStatus });
    expect((await track({ provider: 'OTHER', shipmentStatus: 'delivered' })).body.shipmentTracking.providerStatus).toEqual(providerStatus);
  });

  it('keeps the normalized status where a carrier event has none', async () => {
    await track({ provider: 'OTHER', trackingCode: 'KEEP', shipmentStatus: 'confirmed' });
    const providerStatus = { terminalStatus: true, name: 'n', value: 'v' };
    expect((await carrierEvent({ trackingCode: 'KEEP', providerStatus })).body).toEqual({ updated: [order] });
    expect((await gateway.acme.get(order)).body).toMatchObject({
      shippedAt: null,
      shipmentTracking: { shipmentStatus: 'confirmed', providerStatus },
    });
  });

  it('answers a carrier event for an unknown code with nothing', async () => {
    const { status, body } = await carrierEvent({ trackingCode: 'NONE', providerStatus: { terminalStatus: true, name: 'n', value: 'v' } });
    expect([status, body]).toEqual([200, { updated: [] }]);
  });

  it.each<[object, string, ConstraintName]>([
    [{ trackingCode: undefined }, 'trackingCode', 'NotBlank'],
    [{ providerStatus: undefined }, 'providerStatus', 'NotBlank'],
    [{ providerStatus: { terminalStatus: true, value: 'v' } }, 'providerStatus.name', 'NotBlank'],
    [{ shipmentStatus: 'gone' }, 'shipmentStatus', 'Choice'],
  ])('refuses a carrier event with %j', async (overrides, place, constraint) => {
    const event = { trackingCode: 'X', providerStatus: { terminalStatus: true, name: 'n', value: 'v' }, ...overrides };
    expectViolations(await carrierEvent(event), violation(place, constraint));
  });
});

describe('the carriers of Germany', () => {
  const gateway = gatewayForTests(({ operator }) => putProduct(operator), { carriers: 'germany' });
  let path: string;

  beforeAll(async () => {
    path = `/v1/diagnostic_orders/${(await placeOrder(gateway.acme)).orderId}/shipment_tracking`;
  });

  it.each([
    ['DHL', 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=JD%200014'],
    ['Deutsche Post', 'https://www.deutschepost.de/sendung/simpleQuery.html?form.sendungsnummer=JD%200014'],
    ['OTHER', undefined],
  ])('link to the tracking page of %s', async (provider, url) => {
    const { body } = await gateway.acme.post(path, { provider, trackingCode: 'JD 0014' });
    expect(body.shipmentTracking.url).toBe(url);
  });

  it('are the ones that an error lists', async () => {
    const choices = ['DHL', 'Deutsche Post', 'OTHER'];
    expectViolations(
      await gateway.acme.post(path, { provider: 'CARRIER_A' }),
      violation('provider', 'Choice', { payload: { choices }, hint: choices }),
    );
  });
});
