import { AuditTrail } from '@gateway/audit';
import { chainOf, recorded, tamper } from '../support/audit';
import { TestTerminal } from '../support/cli';
import { createTestDatabase } from '../support/database';
import { placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';

const headPattern = /^(\d+):[0-9a-f]{64}$/;

describe('the hash chain of a partner', () => {
  let gateway: TestGateway;
  let chain: string;
  let terminal: TestTerminal;

  const flush = () => gateway.application.get(AuditTrail).flush();
  const headOf = async (partner: string | null): Promise<string> =>
    (await gateway.operator.get('/admin/v1/audit_chains')).body.find((each: any) => each.partner === partner).head;

  /** Follows a chain to its end. */
  async function verified(query = 'partner=acme'): Promise<{ seals: number; events: number; faults: readonly any[] }> {
    const found = { seals: 0, events: 0, faults: [] as any[] };
    let next: string | null = null;
    do {
      const { status, body } = await gateway.operator.get(
        `/admin/v1/audit_chains/verification?${query}${next === null ? '' : `&position=${next}`}`,
      );
      expect(status).toBe(200);
      found.seals += body.seals;
      found.events += body.events;
      found.faults.push(...body.faults);
      next = body.next;
    } while (next !== null);
    return found;
  }

  const seal = async (sequence: number): Promise<{ event_ids: string[]; hash: Buffer }> =>
    (await gateway.dataSource.query('SELECT event_ids, hash FROM audit_seals WHERE chain = $1 AND sequence = $2', [chain, sequence]))[0];

  beforeEach(async () => {
    gateway = await startGateway();
    chain = await chainOf(gateway, 'acme');
    terminal = new TestTerminal({ baseUrl: gateway.url, token: gateway.operator.token });
    await putProduct(gateway.operator);
    for (let round = 0; round < 3; round += 1) {
      await placeOrder(gateway.acme);
      await gateway.acme.get('/v1/diagnostic_tests');
      await flush();
    }
  });

  afterEach(() => gateway.stop());

  it('is whole after reads and writes, and so is that of the operating side', async () => {
    expect(await verified()).toEqual({ seals: 3, events: 6, faults: [] });
    expect(await headOf('acme')).toMatch(headPattern);
    const { seals, faults } = await verified('');
    expect([seals > 0, faults]).toEqual([true, []]);
    expect(await gateway.dataSource.query('SELECT count(*)::integer AS count FROM audit_unsealed')).toEqual([{ count: 0 }]);
  });

  it.each<[string, () => Promise<void>, () => Promise<readonly unknown[]>]>([
    [
      'an event that was removed',
      async () => tamper(gateway, 'DELETE FROM audit_events WHERE id = $1', [(await seal(2)).event_ids[0]]),
      async () => [{ kind: 'event_missing', sequence: '2', event: (await seal(2)).event_ids[0] }],
    ],
    ...[
      `records = '{}'`,
      `recorded_at = recorded_at + interval '1 millisecond'`,
      `status = 404`,
      `token_id = '${'1'.repeat(8)}-1111-7111-8111-111111111111'`,
      `address = '192.0.2.1'`,
      `operation = 'other'`,
      `request_id = 'other'`,
    ].map((change): [string, () => Promise<void>, () => Promise<readonly unknown[]>] => [
      `an event that was changed: ${change.split(' ')[0]}`,
      async () => tamper(gateway, `UPDATE audit_events SET ${change} WHERE id = $1`, [(await seal(1)).event_ids[1]]),
      async () => [{ kind: 'event_changed', sequence: '1', event: (await seal(1)).event_ids[1] }],
    ]),
    [
      'a seal that was changed to forget an event',
      async () =>
        tamper(
          gateway,
          'UPDATE audit_seals SET event_ids = event_ids[1:1], event_digests = substring(event_digests FROM 1 FOR 32) WHERE chain = $1 AND sequence = 2',
          [chain],
        ),
      () => Promise.resolve([{ kind: 'seal_changed', sequence: '2', event: null }]),
    ],
    [
      'a seal that was taken out',
      async () => tamper(gateway, 'DELETE FROM audit_seals WHERE chain = $1 AND sequence = 2', [chain]),
      () => Promise.resolve([{ kind: 'seal_missing', sequence: '3', event: null }]),
    ],
    [
      'a seal that was made anew over less',
      async () => {
        await tamper(gateway, 'UPDATE audit_seals SET hash = sha256(hash) WHERE chain = $1 AND sequence = 1', [chain]);
      },
      () =>
        Promise.resolve([
          { kind: 'seal_changed', sequence: '1', event: null },
          { kind: 'link_broken', sequence: '2', event: null },
        ]),
    ],
    [
      'an end that was cut off',
      async () => tamper(gateway, 'DELETE FROM audit_seals WHERE chain = $1 AND sequence = 3', [chain]),
      () => Promise.resolve([{ kind: 'end_differs', sequence: '2', event: null }]),
    ],
    [
      'a chain that was left without its head',
      async () => tamper(gateway, 'DELETE FROM audit_chains WHERE chain = $1', [chain]),
      () => Promise.resolve([{ kind: 'end_differs', sequence: '3', event: null }]),
    ],
  ])('shows %s', async (_, change, expected) => {
    await change();
    expect((await verified()).faults).toEqual(await expected());
  });

  it('shows an event that was put in, once it is a minute old', async () => {
    await tamper(
      gateway,
      `INSERT INTO audit_events SELECT chain, gen_random_uuid(), $2::timestamptz, token_id, client_id, operation, scope, action, method,
              records, status, request_id, address FROM audit_events WHERE chain = $1 LIMIT 1`,
      [chain, gateway.clock.now().toISOString()],
    );
    expect((await verified()).faults).toEqual([]);
    gateway.clock.set(new Date(Date.now() + 61_000).toISOString());
    expect((await verified()).faults).toEqual([{ kind: 'event_unsealed', sequence: null, event: expect.any(String) }]);
  });

  it('shows an end that was cut off with its head to who kept that head', async () => {
    const kept = await headOf('acme');
    expect((await verified(`partner=acme&expect=${kept}`)).faults).toEqual([]);
    const { event_ids: ids } = await seal(3);
    await tamper(gateway, 'DELETE FROM audit_events WHERE id = ANY($1)', [ids]);
    await tamper(gateway, 'DELETE FROM audit_seals WHERE chain = $1 AND sequence = 3', [chain]);
    await tamper(gateway, 'UPDATE audit_chains SET sequence = 2, hash = $2 WHERE chain = $1', [chain, (await seal(2)).hash]);
    expect((await verified()).faults).toEqual([]);
    expect((await verified(`partner=acme&expect=${kept}`)).faults).toEqual([{ kind: 'expected_missing', sequence: '3', event: null }]);
  });

  it('is verified by the command line', async () => {
    const head = await headOf('acme');
    const line = `acme: intact, 3 seals, 6 events, head ${head}`;
    expect(await terminal.run(['audit', 'verify', '--partner', 'acme', '--expect', head])).toEqual({ code: 0, out: line, err: '' });
    const all = await terminal.run(['audit', 'verify']);
    expect([all.code, all.out.split('\n')]).toEqual([0, expect.arrayContaining([line, expect.stringMatching(/^operating side: intact/)])]);
    const listed = await terminal.run(['audit', 'list', '--partner', 'acme']);
    expect(listed.out.split('\n')).toHaveLength(6);
    const { event_ids: ids } = await seal(2);
    await tamper(gateway, 'DELETE FROM audit_events WHERE id = $1', [ids[0]]);
    const found = await terminal.run(['audit', 'verify', '--partner', 'acme']);
    expect(found).toEqual({
      code: 1,
      out: '',
      err: `The audit trail is not intact:\nacme: 1 faults, 3 seals, 5 events, head ${head}\n  event_missing  seal 2  event ${ids[0]}`,
    });
    const asJson = await terminal.run(['audit', 'verify', '--partner', 'acme', '--json']);
    expect([asJson.code, JSON.parse(asJson.out)[0].faults]).toEqual([1, [{ kind: 'event_missing', sequence: '2', event: ids[0] }]]);
  });

  it.each(['audit_chains/verification?expect=1', 'audit_chains/verification?position=x', 'audit_chains/verification?chain=x'])(
    'refuses %s',
    async (path) => {
      expect((await gateway.operator.get(`/admin/v1/${path}`)).status).toBe(400);
    },
  );

  it('of nobody is not there', async () => {
    expect((await gateway.operator.get('/admin/v1/audit_chains/verification?partner=nobody')).status).toBe(404);
  });
});

describe('two instances on one database', () => {
  it('make one chain without forks and lose nothing', async () => {
    const database = await createTestDatabase();
    const gateways = [await startGateway({ database }), await startGateway({ database })];
    const [first] = gateways as [TestGateway, TestGateway];
    await putProduct(first.operator);
    const asked = 60;
    await Promise.all(
      gateways.flatMap((gateway) =>
        Array.from({ length: asked }, async (_, index) => {
          const client = index % 2 === 0 ? gateway.acme : gateway.other;
          await (index % 3 === 0 ? placeOrder(client) : client.get('/v1/diagnostic_orders?itemsPerPage=1'));
          if (index % 7 === 0) await gateway.application.get(AuditTrail).flush();
        }),
      ),
    );
    await Promise.all(gateways.map((gateway) => gateway.application.get(AuditTrail).flush()));
    expect((await recorded(first)).filter(({ partner }) => partner !== null)).toHaveLength(2 * asked);
    for (const partner of ['acme', 'other']) {
      const { body } = await first.operator.get(`/admin/v1/audit_chains/verification?partner=${partner}`);
      expect(body).toEqual({ partner, seals: expect.any(Number), events: asked, faults: [], next: null });
    }
    for (const gateway of gateways) await gateway.stop();
    await database.drop();
  });
});
