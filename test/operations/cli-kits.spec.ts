import { TestTerminal } from '../support/cli';
import { startGateway, type TestGateway } from '../support/gateway';
import { placeKitOrder } from '../support/kits';

describe('the command line client, for kits', () => {
  let gateway: TestGateway;
  let terminal: TestTerminal;

  beforeAll(async () => {
    gateway = await startGateway();
    terminal = new TestTerminal({ baseUrl: gateway.url, token: gateway.operator.token }, () => gateway.clock.now());
    const made = await terminal.run(['kit-product', 'put', 'blood-kit', '--name-en', 'Blood kit', '--name-de', 'Blutset', '--json']);
    expect({ ...made, out: JSON.parse(made.out) }).toEqual({
      code: 0,
      err: '',
      out: expect.objectContaining({ canonicalId: 'blood-kit', name: 'Blood kit', active: true }),
    });
  });

  afterAll(() => gateway.stop());

  it('fulfils an order', async () => {
    const { orderId, kitIds } = await placeKitOrder(gateway.acme, { productIds: ['blood-kit', 'blood-kit'] });
    const kits = `${kitIds[0]}=K=1,${kitIds[1]}=K-2`;
    const shipped = ['--provider', 'CARRIER_B', '--tracking-code', 'B-1', '--shipped-at', '2026-02-03T08:00:00Z'];
    expect(await terminal.run(['kits', 'fulfil', orderId, '--kits', kits, ...shipped])).toEqual({
      code: 0,
      err: '',
      out: `Order ${orderId} shipped 2026-02-03T08:00:00.000Z\nTracking: https://tracking.carrier-b.example/shipment?number=B-1`,
    });
    const { body } = await gateway.acme.get(`/sck/v1/kits?order[]=${orderId}`);
    expect(body.map((kit: any) => kit.kitCode)).toEqual(['K=1', 'K-2']);
  });

  it('cancels an order, once', async () => {
    const { orderId } = await placeKitOrder(gateway.acme, { productIds: ['blood-kit'] });
    expect(await terminal.run(['kits', 'cancel', orderId])).toEqual({ code: 0, err: '', out: `Order ${orderId}: canceled` });
    expect(await terminal.run(['kits', 'cancel', orderId])).toMatchObject({ code: 1, out: '', err: expect.stringContaining('409') });
  });

  it.each([
    ['a kit without code', ['--kits', 'KIT-1']],
    ['a code without kit', ['--kits', '=CODE']],
    ['a tracking code without carrier', ['--tracking-code', 'B-1']],
  ])('refuses %s as usage', async (_, options) => {
    expect(await terminal.run(['kits', 'fulfil', '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d41', ...options])).toMatchObject({ code: 2, out: '' });
  });

  it('tells what the service refuses', async () => {
    const { orderId } = await placeKitOrder(gateway.acme, { productIds: ['blood-kit'] });
    const { code, err } = await terminal.run(['kits', 'fulfil', orderId]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The service refused this \(422\):\n {2}kits: /) });
  });
});
