import { canceledOrder, readOrder, setStatus, ship } from '../support/cancellations';
import { placeOrder, putProduct } from '../support/factories';
import { requestBody, testIdOf } from '../support/fhir-requests';
import { gatewayForTests } from '../support/gateway';
import { expectProblem } from '../support/problems';

const [ordered, handedOver, later] = ['2026-02-01T10:00:00.000Z', '2026-02-03T08:00:00.250Z', '2026-02-05T08:00:00.000Z'];
const shipmentTracking = { provider: 'CARRIER_A', trackingCode: 'A1', shipmentStatus: 'in_transit' };
const refusal = 'All tests of the order are canceled: it cannot be shipped.';

describe('an order whose tests are canceled', () => {
  const gateway = gatewayForTests((started) => putProduct(started.operator));

  beforeEach(() => {
    gateway.clock.set(ordered);
  });

  it.each([1, 2])('is not shipped when all of %i are, and stays as it is', async (count) => {
    const orderId = await canceledOrder(gateway, Array<string>(count).fill('lipid-panel'));
    const before = await readOrder(gateway, orderId);
    expectProblem(await ship(gateway, orderId, { shippedAt: handedOver, shipmentTracking }), 409, refusal);
    expectProblem(await ship(gateway, orderId), 409, refusal);
    expect(await readOrder(gateway, orderId)).toEqual(before);
    expect([before.shippedAt, before.diagnosticTests.length, 'shipmentTracking' in before]).toEqual([null, count, false]);
  });

  it.each([
    ['en', 'An error occurred', refusal],
    ['de', 'Ein Fehler ist aufgetreten', 'Alle Tests der Bestellung sind storniert: sie kann nicht versandt werden.'],
    ['fr', 'Une erreur est survenue', 'Tous les tests de la commande sont annulés : elle ne peut pas être expédiée.'],
  ])('is refused in %s', async (language, title, detail) => {
    const { status, headers, body } = await ship(gateway, await canceledOrder(gateway), {}, language);
    expect([status, headers['content-language']]).toEqual([409, language]);
    expect(body).toEqual({
      '@context': '/contexts/Error',
      '@id': '/errors/409',
      '@type': 'Error',
      title,
      detail,
      status: 409,
      instance: `/errors/409#${headers['x-request-id']!}`,
      type: '/errors/409',
      description: detail,
    });
  });

  it.each([
    ['none of three', 0],
    ['two of three', 2],
  ])('is shipped when %s are', async (_, canceled) => {
    const { orderId, testIds } = await placeOrder(gateway.acme, { productIds: Array(3).fill('lipid-panel') });
    await setStatus(gateway, testIds.slice(0, canceled), 'revoked');
    const before = await readOrder(gateway, orderId);
    gateway.clock.set(handedOver);
    const shipped = await ship(gateway, orderId);
    expect([shipped.status, shipped.body]).toEqual([200, { ...before, shippedAt: handedOver }]);
    gateway.clock.set(later);
    const again = await ship(gateway, orderId, { shippedAt: later, shipmentTracking: { ...shipmentTracking, shipmentStatus: null } });
    const { shipmentTracking: tracked, ...order } = again.body;
    expect([again.status, order, tracked.trackingCode]).toEqual([200, { ...before, shippedAt: handedOver }, 'A1']);
  });

  it.each(['draft', 'on-hold', 'entered-in-error'])('is shipped when its test is only %s', async (status) => {
    const { orderId, testIds } = await placeOrder(gateway.acme);
    await setStatus(gateway, testIds, status);
    expect((await ship(gateway, orderId)).body.shippedAt).toBe(ordered);
  });

  it('is shipped when a cancellation was taken back', async () => {
    const { orderId, testIds } = await placeOrder(gateway.acme, { productIds: ['lipid-panel', 'lipid-panel'] });
    await setStatus(gateway, testIds, 'revoked');
    expectProblem(await ship(gateway, orderId), 409, refusal);
    await setStatus(gateway, testIds.slice(1), 'active');
    expect((await ship(gateway, orderId)).body.shippedAt).toBe(ordered);
  });

  it('is joined by a request of the same requisition, and shipped for it', async () => {
    const request = requestBody('r5', { requisition: { system: 'https://ehr.example/requisitions', value: 'CANCELED-1' } });
    const place = async () => testIdOf(gateway, (await gateway.acme.post('/fhir/r5/service_requests', request)).body.id);
    const first = await place();
    await setStatus(gateway, [first], 'revoked');
    const orderId = (await gateway.acme.get(`/v1/diagnostic_tests/${first}`)).body.diagnosticOrder.slice(-36);
    expectProblem(await ship(gateway, orderId), 409, refusal);
    const second = await place();
    const shipped = await ship(gateway, orderId);
    expect([shipped.status, shipped.body.diagnosticTests]).toEqual([200, [first, second].map((id) => `/v1/diagnostic_tests/${id}`)]);
  });
});

describe('a parcel of an order whose tests are canceled', () => {
  const gateway = gatewayForTests((started) => putProduct(started.operator));

  beforeEach(() => {
    gateway.clock.set(ordered);
  });

  const track = (orderId: string, body: object) => gateway.acme.post(`/v1/diagnostic_orders/${orderId}/shipment_tracking`, body);

  const report = (trackingCode: string) =>
    gateway.operator.post('/fulfilment/v1/carrier_events', {
      trackingCode,
      providerStatus: { name: 'On its way', value: 'transit' },
      shipmentStatus: 'in_transit',
    });

  it('does not ship it before it is under way', async () => {
    const orderId = await canceledOrder(gateway);
    const { status, body } = await track(orderId, { ...shipmentTracking, shipmentStatus: 'confirmed' });
    expect([status, body.shippedAt, body.shipmentTracking.shipmentStatus]).toEqual([201, null, 'confirmed']);
    expectProblem(await ship(gateway, orderId), 409, refusal);
    expect(await readOrder(gateway, orderId)).toEqual(body);
  });

  it.each<[string, (orderId: string) => Promise<number>]>([
    ['the partner', async (orderId) => (await track(orderId, { ...shipmentTracking, trackingCode: 'P-1' })).status],
    [
      'its carrier',
      async (orderId) => {
        await track(orderId, { ...shipmentTracking, trackingCode: 'C-1', shipmentStatus: null });
        return (await report('C-1')).status;
      },
    ],
  ])('that is under way, as %s tells, is shipped all the same; then shipping it changes only the tracking', async (_, tell) => {
    const orderId = await canceledOrder(gateway);
    gateway.clock.set(handedOver);
    expect((await tell(orderId)) < 300).toBe(true);
    const told = await readOrder(gateway, orderId);
    expect([told.shippedAt, told.shipmentTracking.shipmentStatus]).toEqual([handedOver, 'in_transit']);
    gateway.clock.set(later);
    const again = await ship(gateway, orderId, {
      shippedAt: later,
      shipmentTracking: { provider: 'CARRIER_A', shipmentStatus: 'delivered' },
    });
    const tracking = { ...told.shipmentTracking, shipmentStatus: 'delivered', updatedAt: later };
    expect([again.status, again.body]).toEqual([200, { ...told, shipmentTracking: tracking }]);
  });
});
