import { recordedBy } from '../support/audit';
import { orderBody, placeOrder, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const chosen = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d41';

describe('the id of an event', () => {
  let order: string;
  const gateway = gatewayForTests(async ({ acme, operator }) => {
    await putProduct(operator);
    order = `/v1/diagnostic_orders/${(await placeOrder(acme)).orderId}`;
  });

  it.each<[string, string, Record<string, string>]>([
    ['a read', 'GET', {}],
    ['a read without its body', 'HEAD', {}],
    ['a read whose own name is no id', 'GET', { 'X-Request-Id': 'no id!' }],
  ])('is that of the request, for %s', async (_, method, headers) => {
    let told: string | undefined;
    const events = await recordedBy(
      gateway,
      async () => (told = (await gateway.acme.send(method, order, undefined, headers)).headers['x-request-id']),
    );
    expect(told).toMatch(uuid);
    expect(events.map(({ id, requestId }) => [id, requestId])).toEqual([[told, told]]);
  });

  it('is its own where the client has named the request, however often', async () => {
    const events = await recordedBy(gateway, async () => {
      for (let time = 0; time < 2; time += 1) await gateway.acme.get(order, { 'X-Request-Id': chosen });
    });
    expect(events.map(({ requestId }) => requestId)).toEqual([chosen, chosen]);
    expect(new Set([chosen, ...events.map(({ id }) => id)]).size).toBe(3);
  });

  it('is its own for a write and a refusal', async () => {
    const events = await recordedBy(gateway, async () => {
      await gateway.acme.post('/v1/diagnostic_orders', orderBody());
      await gateway.other.get(order);
    });
    expect(events.map(({ status }) => status).sort()).toEqual([201, 404]);
    for (const { id, requestId } of events) {
      expect(id).toMatch(uuid);
      expect(id).not.toBe(requestId);
    }
  });
});
