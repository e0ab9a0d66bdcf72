import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiter } from '@gateway/access';
import type { RateLimit } from '@gateway/kernel';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startGateway, type TestGateway } from '../support/gateway';
import { redisBinary, TestRedis } from '../support/redis';
import { type TestAnswer, TestClient } from '../support/test-client';

const path = '/v1/diagnostic_orders';

/** Refills so slowly that within a test nothing comes back. */
const slow: RateLimit = { quota: 1, windowSeconds: 86_400, burst: 7 };

const suite =
  redisBinary === undefined ? 'the rate limit over all instances (skipped: no redis-server here)' : 'the rate limit over all instances';

(redisBinary === undefined ? describe.skip : describe)(suite, () => {
  const logs: [string[], string[]] = [[], []];
  let redis: TestRedis;
  let database: TestDatabase;
  let gateways: [TestGateway, TestGateway];

  const isShared = async ({ nobody }: TestGateway): Promise<boolean> =>
    (await nobody.get('/metrics')).text.split('\n').includes('rate_limit_shared 1');

  const until = async (expected: boolean, those: readonly TestGateway[] = gateways): Promise<void> => {
    const deadline = Date.now() + 10_000;
    while ((await Promise.all(those.map(isShared))).some((shared) => shared !== expected)) {
      if (Date.now() > deadline) throw new Error(`still ${expected ? 'not ' : ''}shared`);
      await sleep(20);
    }
  };

  /** A partner's program that reaches either instance with one token. */
  const clientsWith = async (rateLimit: RateLimit): Promise<[TestClient, TestClient]> => {
    const secret = await gateways[0].secretWith({ scopes: ['orders:read'], rateLimit });
    return [new TestClient(gateways[0].url, secret), new TestClient(gateways[1].url, secret)];
  };

  const passed = (answers: readonly TestAnswer[]): number => {
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    return answers.filter(({ status }) => status === 200).length;
  };

  const sendMany = (clients: readonly TestClient[], count: number): Promise<TestAnswer[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => clients[index % clients.length]!.get(path)));

  const changesIn = (log: readonly string[]): string[] =>
    log.map((line) => JSON.parse(line).msg).filter((message) => message?.startsWith('rate limit: '));

  const reachable = 'rate limit: Redis reachable, counting for all instances';
  const unreachable = 'rate limit: Redis unreachable, counting in this process';

  beforeAll(async () => {
    redis = await TestRedis.start(redisBinary!);
    database = await createTestDatabase();
    const start = (log: string[]) => startGateway({ database, redisUrl: redis.url, rateLimit: slow, log });
    gateways = [await start(logs[0]), await start(logs[1])];
  });

  beforeEach(async () => {
    await until(true);
    for (const log of logs) log.length = 0;
  });

  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    await database.drop();
    await redis.kill();
  });

  it('lets through exactly the burst of 60 requests at once over two instances', async () => {
    for (let round = 0; round < 3; round += 1) {
      const clients = await clientsWith(slow);
      expect(passed(await sendMany(clients, 60))).toBe(slow.burst);
    }
  });

  it('lets through no more than quota and burst of what keeps coming over two instances', async () => {
    const limit: RateLimit = { quota: 20, windowSeconds: 1, burst: 10 };
    const clients = await clientsWith(limit);
    const begin = performance.now();
    let count = 0;
    while (performance.now() - begin < 1500) count += passed(await sendMany(clients, 30));
    const seconds = (performance.now() - begin) / 1000;
    expect(count).toBeLessThanOrEqual(limit.burst + limit.quota * seconds);
    expect(count).toBeGreaterThan(limit.burst);
  });

  it('tells on either instance what is left, as one process does', async () => {
    const [first, second] = await clientsWith({ quota: 1, windowSeconds: 60, burst: 2 });
    const policy = '"default";q=1;w=60';
    const answers = [await first.get(path), await second.get(path), await first.get(path)];
    expect(
      answers.map(({ status, headers }) => [status, headers['ratelimit-policy'], headers['ratelimit'], headers['retry-after']]),
    ).toEqual([
      [200, policy, expect.stringMatching(/^"default";r=1;t=(60|5\d)$/), undefined],
      [200, policy, expect.stringMatching(/^"default";r=0;t=1(20|1\d)$/), undefined],
      [429, policy, expect.stringMatching(/^"default";r=0;t=1(20|1\d)$/), expect.stringMatching(/^(60|5\d)$/)],
    ]);
  });

  it('refills, and lets in after the seconds that Retry-After told', async () => {
    const [first, second] = await clientsWith({ quota: 1, windowSeconds: 1, burst: 1 });
    expect((await first.get(path)).status).toBe(200);
    const limited = await second.get(path);
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '1']);
    await sleep(1000);
    expect((await second.get(path)).status).toBe(200);
  });

  it('minds no clock but that of Redis', async () => {
    const [first, second] = await clientsWith(slow);
    gateways[1].clock.set('2040-01-01T00:00:00.000Z');
    try {
      for (let count = 0; count < slow.burst; count += 1) expect((await first.get(path)).status).toBe(200);
      expect((await second.get(path)).status).toBe(429);
    } finally {
      gateways[1].clock.set(undefined);
    }
  });

  it('leaves in Redis nothing but the id of the token, until the bucket is full again', async () => {
    await redis.ask((client) => client.flushall());
    const [client] = await clientsWith({ quota: 1, windowSeconds: 1, burst: 1 });
    await client.get(path);
    await redis.ask(async (connection) => {
      const keys = await connection.keys('*');
      expect(keys).toEqual([expect.stringMatching(/^rate-limit:[0-9a-f-]{36}$/)]);
      expect(Object.keys(await connection.hgetall(keys[0]!))).toEqual(['tokens', 'at']);
      await sleep(1100);
      expect(await connection.keys('*')).toEqual([]);
    });
  });

  it('keeps the largest limit that a token can have', async () => {
    const [first, second] = await clientsWith({ quota: 1, windowSeconds: 86_400, burst: 1_000_000_000 });
    expect((await first.get(path)).headers['ratelimit']).toContain('r=999999999;');
    expect((await second.get(path)).headers['ratelimit']).toContain('r=999999998;');
    expect(logs.map(changesIn)).toEqual([[], []]);
  });

  it('counts in each process while Redis is gone, says so, and shares again when it is back', async () => {
    const used = await clientsWith(slow);
    expect(passed(await sendMany(used, 20))).toBe(slow.burst);
    await redis.kill();
    await until(false);
    expect(passed(await sendMany(await clientsWith(slow), 60))).toBe(2 * slow.burst);
    expect(passed(await sendMany(used, 10))).toBe(0);
    expect(logs.map(changesIn)).toEqual([[unreachable], [unreachable]]);
    await redis.start();
    await until(true);
    expect(logs.map(changesIn)).toEqual([
      [unreachable, reachable],
      [unreachable, reachable],
    ]);
    expect(passed(await sendMany(await clientsWith(slow), 60))).toBe(slow.burst);
    expect(logs.flat().join('\n')).not.toContain(TestRedis.password);
    expect(logs.flat().join('\n')).toContain(`"redis":"127.0.0.1:${redis.port}"`);
  });

  it('waits only once for a Redis that does not answer', async () => {
    const clients = await clientsWith(slow);
    await sendMany(clients, 2);
    redis.pause();
    try {
      await sendMany(clients, 2);
      expect(await Promise.all(gateways.map(isShared))).toEqual([false, false]);
      const begin = performance.now();
      const answers: TestAnswer[] = [];
      for (let count = 0; count < 20; count += 1) answers.push(await clients[0].get(path));
      expect((performance.now() - begin) / answers.length).toBeLessThan(100);
      expect(passed(answers)).toBeGreaterThan(0);
    } finally {
      redis.resume();
    }
    await until(true);
    expect(logs.map(changesIn)).toEqual([
      [unreachable, reachable],
      [unreachable, reachable],
    ]);
  });

  it('does not take its own delay for one of Redis', async () => {
    const taking = gateways[0].application.get(RateLimiter).take('delayed', slow);
    const end = performance.now() + 400;
    while (performance.now() < end);
    await taking;
    expect(await isShared(gateways[0])).toBe(true);
    expect(changesIn(logs[0])).toEqual([]);
  });

  it('starts without Redis, and shares as soon as it comes', async () => {
    await redis.kill();
    const log: string[] = [];
    const late = await startGateway({ database, redisUrl: redis.url, rateLimit: slow, log });
    try {
      expect((await late.acme.get(path)).status).toBe(200);
      expect(await isShared(late)).toBe(false);
      await redis.start();
      await until(true, [late]);
      expect(changesIn(log)).toEqual([unreachable, reachable]);
      expect(JSON.parse(log.find((line) => line.includes(unreachable))!)).toMatchObject({ reason: 'ECONNREFUSED' });
    } finally {
      await late.stop();
    }
  });

  it('does not share through a Redis that refuses to count', async () => {
    await redis.ask((client) => client.config('SET', 'min-replicas-to-write', '1'));
    const [client] = await clientsWith(slow);
    expect((await client.get(path)).status).toBe(200);
    expect(await isShared(gateways[0])).toBe(false);
    await sleep(1500);
    expect(changesIn(logs[0])).toEqual([unreachable]);
    expect(JSON.parse(logs[0].find((line) => line.includes(unreachable))!)).toMatchObject({ reason: 'NOREPLICAS' });
    await redis.ask((connection) => connection.config('SET', 'min-replicas-to-write', '0'));
    await until(true);
  });

  it('tells no secret of a connection that Redis refuses', async () => {
    const log: string[] = [];
    const refused = await startGateway({ database, redisUrl: redis.url.replace(TestRedis.password, 'wrong-password-8'), log });
    try {
      while (changesIn(log).length === 0) await sleep(20);
      expect(JSON.parse(log.find((line) => line.includes(unreachable))!)).toMatchObject({ level: 40, reason: 'WRONGPASS' });
      expect((await refused.acme.get(path)).status).toBe(200);
      expect(log.join('\n')).not.toContain('wrong-password-8');
    } finally {
      await refused.stop();
    }
  });

  it('closes its connection when it stops', async () => {
    const connections = () => redis.ask(async (client) => ((await client.client('LIST')) as string).trim().split('\n').length);
    const before = await connections();
    const third = await startGateway({ database, redisUrl: redis.url });
    await until(true, [third]);
    expect(await connections()).toBe(before + 1);
    await third.stop();
    expect(await connections()).toBe(before);
  });
});
