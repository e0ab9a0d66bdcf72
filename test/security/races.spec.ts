import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { activationBody, orderBody, placeOrder, putProduct, resultBody } from '../support/factories';
import { requestBody } from '../support/fhir-requests';
import { fulfil, placeKitOrder, putKitProduct } from '../support/kits';
import { startGateway, type TestGateway } from '../support/gateway';
import type { TestAnswer } from '../support/test-client';

const clients = 100;
const orders = '/v1/diagnostic_orders';

interface Race {
  /** What one of the clients does. */
  readonly enter: (index: number) => Promise<TestAnswer>;
  /** The answers that it may get, and how many have to be the first of them; undefined: any number. */
  readonly statuses: readonly number[];
  readonly winners: number | undefined;
  /** Counts what came of it, in the tables. */
  readonly effects: string;
}

describe('100 clients at once have one effect:', () => {
  let gateway: TestGateway;
  let testId: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    await putKitProduct(gateway.operator);
    testId = (await placeOrder(gateway.acme)).testIds[0]!;
  });

  afterAll(() => gateway.stop());

  const countOf = async (sql: string): Promise<number> => {
    const rows: { count: number }[] = await gateway.dataSource.query(`SELECT count(*)::integer AS count FROM ${sql}`);
    return rows[0]!.count;
  };

  const races: readonly [string, () => Promise<Race>][] = [
    [
      'creates with one Idempotency-Key',
      () =>
        Promise.resolve({
          enter: () => gateway.acme.post(orders, orderBody({ metadata: { race: 'key' } }), { 'Idempotency-Key': 'race' }),
          statuses: [201, 409],
          winners: undefined,
          effects: `diagnostic_orders WHERE metadata LIKE '%"race"%'`,
        }),
    ],
    [
      'conditional creates',
      () =>
        Promise.resolve({
          enter: () =>
            gateway.acme.post(
              '/fhir/r5/ServiceRequest',
              requestBody('r5', { status: 'draft', identifier: [{ system: 'urn:race', value: '1' }] }),
              {
                'If-None-Exist': 'identifier=urn:race|1',
              },
            ),
          statuses: [201, 200],
          winners: 1,
          effects: `service_requests WHERE partner_id = (SELECT id FROM partners WHERE slug = 'acme') AND order_id IS NULL`,
        }),
    ],
    [
      'records of one specimen',
      () =>
        Promise.resolve({
          enter: (index) =>
            gateway.acme.post(`/v1/diagnostic_tests/${testId}/specimens`, {
              specimenCode: 'RACE-1',
              collectionDate: `2026-02-${String((index % 28) + 1).padStart(2, '0')}`,
            }),
          statuses: [201],
          winners: clients,
          effects: `specimens WHERE specimen_code = 'RACE-1'`,
        }),
    ],
    [
      'activations',
      () =>
        Promise.resolve({
          enter: () => gateway.acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody({ specimenCode: 'RACE-2' })),
          statuses: [201],
          winners: clients,
          effects: `specimens WHERE specimen_code = 'RACE-2'`,
        }),
    ],
    [
      'deliveries with one externalId',
      () =>
        Promise.resolve({
          enter: () => gateway.operator.post('/lab/v1/test_results', resultBody({ diagnosticTest: testId, externalId: 'RACE-3' })),
          statuses: [201, 200],
          winners: 1,
          effects: `laboratory_deliveries WHERE external_id = 'RACE-3'`,
        }),
    ],
    [
      'orders for one kit code',
      async () => {
        const placed = await Promise.all(Array.from({ length: clients }, () => placeKitOrder(gateway.acme)));
        return {
          enter: (index) => fulfil(gateway.operator, placed[index]!, ['RACE-4']),
          statuses: [200, 422],
          winners: 1,
          effects: `kits WHERE kit_code = 'RACE-4'`,
        };
      },
    ],
  ];

  it.each(races)('%s', async (_, prepare) => {
    const { enter, statuses, winners, effects } = await prepare();
    const answers = await Promise.all(Array.from({ length: clients }, (__, index) => enter(index)));
    expect(answers.map(({ status }) => status).filter((status) => !statuses.includes(status))).toEqual([]);
    const firsts = answers.filter(({ status }) => status === statuses[0]);
    if (winners !== undefined) expect(firsts).toHaveLength(winners);
    expect(await countOf(effects)).toBe(1);
    const bodies = new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.id));
    expect(bodies.size).toBe(1);
  });

  it('an activation, whose moment stays', async () => {
    const [test] = (await placeOrder(gateway.acme)).testIds;
    const activate = () => gateway.acme.post(`/v1/diagnostic_tests/${test!}/activate`, activationBody({ specimenCode: 'RACE-5' }));
    const answers = await Promise.all(Array.from({ length: clients }, activate));
    expect(new Set(answers.map(({ body }) => body.activatedAt)).size).toBe(1);
    expect((await gateway.acme.get(`/v1/diagnostic_tests/${test!}`)).body.activatedAt).toBe(answers[0]!.body.activatedAt);
  });
});

describe('a client that breaks off', () => {
  let gateway: TestGateway;
  const headers = { 'Idempotency-Key': 'broken-off' };

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  /** Sends a whole request; whoever does not wait for its answer destroys the socket. */
  const send = (body: string): Socket => {
    const lines = ['Host: x', `X-API-TOKEN: ${gateway.acme.token!}`, 'Content-Type: application/json', 'Idempotency-Key: broken-off'];
    const head = [`POST ${orders} HTTP/1.1`, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n');
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(head + body);
    return socket;
  };

  const isWaiting = async (): Promise<boolean> => {
    const rows: unknown[] = await gateway.dataSource.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };

  it('gets with its key the answer that it did not wait for', async () => {
    const blocker = gateway.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE diagnostic_orders IN ACCESS EXCLUSIVE MODE');
    try {
      const socket = send(JSON.stringify(orderBody()));
      while (!(await isWaiting())) await sleep(10);
      const closed = once(socket, 'close');
      socket.resetAndDestroy();
      await closed;
      expect((await gateway.acme.post(orders, orderBody(), headers)).status).toBe(409);
      await blocker.commitTransaction();
    } finally {
      await blocker.release();
    }
    let answer = await gateway.acme.post(orders, orderBody(), headers);
    while (answer.status === 409) answer = await gateway.acme.post(orders, orderBody(), headers);
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, 'true']);
    const { body: listed } = await gateway.acme.get(orders);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([answer.body.id]);
  });
});
