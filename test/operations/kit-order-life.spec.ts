import { placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { fulfil, kitOrdersPath, placeKitOrder, putKitProduct } from '../support/kits';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';

const made = '2026-02-03T08:00:00.000Z';
const later = '2026-02-04T09:30:00.123Z';

describe('the life of kit orders', () => {
  let gateway: TestGateway;
  let order: { orderId: string; kitIds: string[] };
  let before: any;
  let count = 0;

  beforeAll(async () => {
    gateway = await startGateway();
    await putKitProduct(gateway.operator);
    await putProduct(gateway.operator);
  });

  beforeEach(async () => {
    gateway.clock.set(made);
    order = await placeKitOrder(gateway.acme);
    before = await read();
    gateway.clock.set(later);
  });

  afterAll(() => gateway.stop());

  const read = async () => (await gateway.acme.get(`${kitOrdersPath}/${order.orderId}`)).body;
  const send = (step: string, body?: unknown, id = order.orderId) => gateway.operator.post(`/fulfilment/v1/sck_orders/${id}/${step}`, body);
  const fulfilled = (more = {}) => fulfil(gateway.operator, order, [`L-${++count}`], more);
  const cancel = () => send('cancel');

  it.each([undefined, {}])('cancels with the body %j', async (body) => {
    const answer = await send('cancel', body);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.body).toEqual({ ...before, status: 'canceled' });
    expect(await read()).toEqual(answer.body);
  });

  it.each<[string, string, () => Promise<unknown>, () => ReturnType<typeof send>]>([
    ['fulfilling', 'canceled', cancel, fulfilled],
    ['fulfilling', 'fulfilled', fulfilled, fulfilled],
    ['cancelling', 'fulfilled', fulfilled, cancel],
    ['cancelling', 'canceled', cancel, cancel],
  ])('%s is a conflict on an order that is %s', async (_, status, first, second) => {
    await first();
    const [state, kits] = [await read(), (await gateway.acme.get(`/sck/v1/kits?order[]=${order.orderId}`)).body];
    expect(state.status).toBe(status);
    const answer = await second();
    expectProblem(answer, 409, `The step is not possible while the status is "${status}".`);
    expect([await read(), (await gateway.acme.get(`/sck/v1/kits?order[]=${order.orderId}`)).body]).toEqual([state, kits]);
  });

  it('answers in the asked language', async () => {
    await cancel();
    const path = `/fulfilment/v1/sck_orders/${order.orderId}/cancel`;
    const { headers, body } = await gateway.operator.post(path, undefined, { 'Accept-Language': 'de' });
    expect([headers['content-language'], body.status]).toEqual(['de', 409]);
    expect(body.detail).toMatch(/"canceled"/);
    expect(body.detail).not.toMatch(/The step/);
  });

  it.each(['fulfil', 'cancel'])('%s knows no order that does not exist, whatever the body', async (step) => {
    for (const id of [nowhere, 'nothing', order.kitIds[0]!]) {
      for (const body of step === 'fulfil' ? [{ kits: [] }, { kits: 'x' }, [], '{'] : [undefined]) {
        expectProblem(await send(step, body, id), 404);
      }
    }
  });

  it('does not mistake an order of tests for one of kits', async () => {
    const { orderId } = await placeOrder(gateway.acme);
    expectProblem(await send('cancel', undefined, orderId), 404);
    expectProblem(await gateway.operator.post(`/fulfilment/v1/diagnostic_orders/${order.orderId}/ship`, {}), 404);
  });

  it.each(['fulfil', 'cancel'])('%s is not for partners', async (step) => {
    expectProblem(await gateway.acme.post(`/fulfilment/v1/sck_orders/${order.orderId}/${step}`, {}), 403);
    expectProblem(await gateway.nobody.post(`/fulfilment/v1/sck_orders/${order.orderId}/${step}`, {}), 401);
    expect(await read()).toEqual(before);
  });

  it('gives one kit code to one of 50 orders that ask for it at once', async () => {
    const orders = await Promise.all(
      Array.from({ length: 50 }, (_, index) => placeKitOrder(index % 2 === 0 ? gateway.acme : gateway.other)),
    );
    const answers = await Promise.all(orders.map((one) => fulfil(gateway.operator, one, ['WANTED'])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 422)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const kits = [
      ...(await gateway.acme.get('/sck/v1/kits?kit[]=WANTED')).body,
      ...(await gateway.other.get('/sck/v1/kits?kit[]=WANTED')).body,
    ];
    expect(kits.map(({ id }: any) => id)).toEqual(orders[winner]!.kitIds);
  });

  it('fulfils one order once, however many ask at once', async () => {
    const steps = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? cancel() : fulfilled()));
    const answers = await Promise.all(steps);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 29 }, () => 409)]);
    expect(await read()).toEqual(answers.find(({ status }) => status === 200)!.body);
  });

  it('survives codes that are claimed crosswise', async () => {
    const twoKits = { productIds: ['blood-kit', 'blood-kit'] };
    const orders = await Promise.all(Array.from({ length: 20 }, () => placeKitOrder(gateway.acme, twoKits)));
    const answers = await Promise.all(
      orders.map((one, index) => fulfil(gateway.operator, one, index % 2 === 0 ? ['CROSS-1', 'CROSS-2'] : ['CROSS-2', 'CROSS-1'])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
  });

  it('tells carrier events to every record with the tracking code, of every partner', async () => {
    const shipmentTracking = { provider: 'CARRIER_A', trackingCode: 'EVENT-1', shipmentStatus: 'confirmed' };
    const [tests, foreign] = [await placeOrder(gateway.acme), await placeKitOrder(gateway.other)];
    await fulfilled({ shipmentTracking });
    await fulfil(gateway.operator, foreign, [`F-${count}`], { shipmentTracking });
    const [testOrder, test] = [`/v1/diagnostic_orders/${tests.orderId}`, `/v1/diagnostic_tests/${tests.testIds[0]!}`];
    for (const path of [testOrder, test]) await gateway.acme.post(`${path}/shipment_tracking`, shipmentTracking);
    const [own, others] = [`${kitOrdersPath}/${order.orderId}`, `${kitOrdersPath}/${foreign.orderId}`];
    const kept = (await gateway.acme.get(own)).body;
    const eventAt = '2026-02-05T10:00:00.000Z';
    gateway.clock.set(eventAt);
    const providerStatus = { terminalStatus: true, name: 'Delivered', value: 'delivered' };
    const event = { trackingCode: 'EVENT-1', providerStatus, shipmentStatus: 'delivered' };
    const answer = await gateway.operator.post('/fulfilment/v1/carrier_events', event);
    expect([answer.status, [...answer.body.updated].sort()]).toEqual([200, [testOrder, test, own, others].sort()]);
    expect((await gateway.acme.get(own)).body).toEqual({
      ...kept,
      shipmentTracking: { ...kept.shipmentTracking, updatedAt: eventAt, providerStatus, shipmentStatus: 'delivered' },
    });
    for (const [client, path] of [
      [gateway.acme, testOrder],
      [gateway.acme, test],
      [gateway.other, others],
    ] as const) {
      expect((await client.get(path)).body.shipmentTracking).toMatchObject({
        updatedAt: eventAt,
        providerStatus,
        shipmentStatus: 'delivered',
      });
    }
    const none = await gateway.operator.post('/fulfilment/v1/carrier_events', { ...event, trackingCode: 'event-1' });
    expect([none.status, none.body]).toEqual([200, { updated: [] }]);
  });
});
