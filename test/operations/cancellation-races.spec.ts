import { Client } from 'pg';
import { readOrder, ship, statusWriter } from '../support/cancellations';
import { placeOrder, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';

const pairs = 20;
const canceled = { cancel: 200, ship: 409 };
const shipped = { cancel: 409, ship: 200 };

interface Contest {
  readonly orderId: string;
  readonly testId: string;
  readonly cancel: () => Promise<number>;
  readonly ship: () => Promise<number>;
}

describe('canceling and shipping an order at once', () => {
  const gateway = gatewayForTests((started) => putProduct(started.operator));

  const contest = async (): Promise<Contest> => {
    const { orderId, testIds } = await placeOrder(gateway.acme);
    const revoke = await statusWriter(gateway, testIds[0]!, 'revoked');
    return {
      orderId,
      testId: testIds[0]!,
      cancel: async () => (await revoke()).status,
      ship: async () => (await ship(gateway, orderId)).status,
    };
  };

  /** What is there afterwards has to say the same as the answers. */
  const expectOutcome = async ({ orderId, testId }: Contest, { cancel }: { cancel: number }): Promise<void> => {
    const { body } = await gateway.acme.get(`/fhir/r5/service_requests?diagnosticTest[]=${testId}`);
    const order = await readOrder(gateway, orderId);
    expect([body[0].status, order.shippedAt === null]).toEqual(cancel === 200 ? ['revoked', true] : ['active', false]);
  };

  it(`has one effect, in each of ${pairs} pairs`, async () => {
    const contests: Contest[] = [];
    for (let index = 0; index < pairs; index += 1) contests.push(await contest());
    const outcomes = await Promise.all(
      contests.map(async (one, index) => {
        const [first, second] = index % 2 === 0 ? [one.cancel(), one.ship()] : [one.ship(), one.cancel()];
        const [cancel, shipping] = index % 2 === 0 ? [await first, await second] : [await second, await first];
        return { cancel, ship: shipping };
      }),
    );
    for (const [index, outcome] of outcomes.entries()) {
      expect([canceled, shipped]).toContainEqual(outcome);
      await expectOutcome(contests[index]!, outcome);
    }
  }, 30_000);

  const waiting = async (): Promise<number> => {
    const rows: { count: number }[] = await gateway.dataSource.query(
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };

  const untilWaiting = async (count: number): Promise<void> => {
    while ((await waiting()) < count) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it.each<[string, 'cancel' | 'ship', typeof canceled]>([
    ['cancels', 'cancel', canceled],
    ['ships', 'ship', shipped],
  ])('is decided by who %s first, also for the one that waits', async (_, first, expected) => {
    const one = await contest();
    const holder = new Client({ connectionString: (gateway.dataSource.options as { url?: string }).url });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM diagnostic_orders WHERE id = $1 FOR UPDATE', [one.orderId]);
      const begun = one[first]();
      await untilWaiting(1);
      const second = one[first === 'cancel' ? 'ship' : 'cancel']();
      await untilWaiting(2);
      await holder.query('COMMIT');
      const [winner, loser] = [await begun, await second];
      expect(first === 'cancel' ? { cancel: winner, ship: loser } : { cancel: loser, ship: winner }).toEqual(expected);
      await expectOutcome(one, expected);
    } finally {
      await holder.end();
    }
  });
});
