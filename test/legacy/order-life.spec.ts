import { activationBody, orderBody, putProduct, resultBody } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';

describe('the life of an order', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  it('goes from the order over shipment, activation and laboratory to the result', async () => {
    const { acme, operator } = gateway;
    const order = await acme.post('/v1/diagnostic_orders', orderBody({ metadata: { campaign: 'spring', batch: 7 } }));
    expect(order.status).toBe(201);
    expect(order.headers['location']).toBe(`/v1/diagnostic_orders/${order.body.id}`);
    const testIri = order.body.diagnosticTests[0] as string;
    const shipped = await operator.post(`/fulfilment/v1/diagnostic_orders/${order.body.id}/ship`, {
      shipmentTracking: { provider: 'CARRIER_A', trackingCode: 'A 1' },
    });
    expect(shipped.body.shipmentTracking.url).toBe('https://tracking.carrier-a.example/parcels/A%201');
    const activated = await acme.post(`${testIri}/activate`, activationBody());
    expect(activated.status).toBe(201);
    const intake = await operator.post('/lab/v1/intakes', { specimenCode: 'SP-1' });
    expect(intake.body.diagnosticTests).toEqual([testIri]);
    const result = await operator.post('/lab/v1/test_results', resultBody({ specimenCode: 'SP-1' }));
    expect(result.status).toBe(201);
    const test = await acme.get(testIri);
    expect(test.body.testResults).toEqual([`/v1/test_results/${result.body.id}`]);
    expect((await acme.get(`/v1/test_results/${result.body.id}`)).body).toEqual(result.body);
    expect((await acme.get(`/v1/observations?testResult[]=${result.body.id}`)).body).toEqual(result.body.observations);
  });
});
