import { activationBody, deliverResult, observationBody, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { placeKitOrder, putKitProduct } from '../support/kits';
import { countStatements } from '../support/sent-statements';

/** Statements that go to PostgreSQL for one request of a token that is known already. */
describe('round trips to the database', () => {
  let gateway: TestGateway;
  const paths: Record<string, string> = {};

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    await putKitProduct(gateway.operator, 'blood-kit');
    for (let index = 0; index < 30; index += 1) {
      const { orderId, testIds } = await placeOrder(gateway.acme, { productIds: ['lipid-panel', 'lipid-panel'] });
      const { orderId: kitOrderId, kitIds } = await placeKitOrder(gateway.acme, { productIds: ['blood-kit'] });
      await gateway.acme.post(`/v1/diagnostic_tests/${testIds[0]}/activate`, activationBody({ specimenCode: `SP-${index}` }));
      const observations = Array.from({ length: 20 }, () => observationBody());
      const result = await deliverResult(gateway.operator, testIds[0]!, { observations });
      Object.assign(paths, {
        order: `/v1/diagnostic_orders/${orderId}`,
        test: `/v1/diagnostic_tests/${testIds[0]}`,
        result: `/v1/test_results/${result.id}`,
        observation: `/v1/observations/${result.observations[0].id}`,
        product: '/v1/diagnostic_products/lipid-panel',
        kitOrder: `/sck/v1/orders/${kitOrderId}`,
        kit: `/sck/v1/kits/${kitIds[0]}`,
      });
    }
  }, 60_000);

  afterAll(() => gateway.stop());

  it.each(['order', 'test', 'result', 'observation', 'product', 'kitOrder', 'kit'])('a read takes one: %s', async (record) => {
    expect((await countStatements(gateway, paths[record]!))[0]).toBe(1);
  });

  it.each([
    '/v1/diagnostic_orders',
    '/v1/diagnostic_tests',
    '/v1/test_results',
    '/v1/observations',
    '/v1/diagnostic_products',
    '/sck/v1/orders',
    '/sck/v1/kits',
    '/sck/v1/products',
  ])('a list of 30 takes one, and a second for the total: %s', async (path) => {
    expect((await countStatements(gateway, path))[0]).toBe(1);
    expect((await countStatements(gateway, path, { Prefer: 'count=exact' }))[0]).toBe(2);
  });
});
