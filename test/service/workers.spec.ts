import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';
import { createEmptyDatabase } from '../support/database';
import { orderBody } from '../support/factories';
import { BuiltService, getOnce, type PlainAnswer, ServiceUnderTest, until } from '../support/service-process';
import { TestClient } from '../support/test-client';

// Each start is that of several processes.
jest.setTimeout(90_000);

const statusesOf = (answers: readonly PlainAnswer[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('a service of two workers', () => {
  let built: BuiltService;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let service: ServiceUnderTest;
  let operator: TestClient;
  let partnerToken: string;

  beforeAll(async () => {
    built = BuiltService.build();
    database = await createEmptyDatabase();
    service = await ServiceUnderTest.start(built, { WEB_CONCURRENCY: '2', DATABASE_URL: database.url, DEMO_DATA: 'on' });
    partnerToken = /partner "demo" {2}(lab_\S+)/.exec(service.out)![1]!;
    operator = new TestClient(service.url, /operating side {2}(lab_\S+)/.exec(service.out)![1]);
  });

  afterAll(async () => {
    await service.destroy();
    await database.drop();
    built.remove();
  });

  const rows = async (sql: string): Promise<readonly any[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const found = await client.query(sql);
    await client.end();
    return found.rows;
  };

  const tokenWith = async (rateLimit: object): Promise<string> =>
    (await operator.post('/admin/v1/tokens', { partner: 'demo', name: 'limited', scopes: ['orders:read'], rateLimit })).body.token;

  const metric = async (name: string): Promise<number | undefined> => {
    const { text } = await getOnce(`${service.url}/metrics`);
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };

  const sendMany = (path: string, count: number, headers: Readonly<Record<string, string>> = {}): Promise<PlainAnswer[]> =>
    Promise.all(Array.from({ length: count }, () => getOnce(service.url + path, headers)));

  it('has made its tables and first records once, and told of them once', async () => {
    const [migrations] = await rows('SELECT count(*)::int AS all, count(DISTINCT name)::int AS different FROM migrations');
    expect(migrations.all).toBe(migrations.different);
    expect(await rows('SELECT slug FROM partners')).toEqual([{ slug: 'demo' }]);
    expect(service.out.split('These tokens are shown only now').length).toBe(2);
    expect(service.out.split('listens on').length).toBe(2);
    expect(service.workers).toHaveLength(2);
    expect(service.err).toBe('');
  });

  it('answers with both, on one port', async () => {
    expect(statusesOf(await sendMany('/health/ready', 20))).toEqual({ 200: 20 });
    await until(() => new Set(service.log.map(({ pid }) => pid)).size === 2, 'both have answered');
    expect(service.workers).toEqual(expect.arrayContaining([...new Set(service.log.map(({ pid }) => pid))]));
  });

  it('counts the requests of a token over both, exactly', async () => {
    for (let round = 0; round < 3; round += 1) {
      const token = await tokenWith({ quota: 1, windowSeconds: 86_400, burst: 7 });
      expect(statusesOf(await sendMany('/v1/diagnostic_orders', 60, { 'X-API-TOKEN': token }))).toEqual({ 200: 7, 429: 53 });
    }
  });

  it('counts the failed log-ins of an address over both, exactly', async () => {
    expect(statusesOf(await sendMany('/v1/diagnostic_orders', 50, { 'X-API-TOKEN': 'wrong' }))).toEqual({ 401: 30, 429: 20 });
  });

  it('adds up what both have measured, whoever is asked', async () => {
    const name = 'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}';
    await sendMany('/health/live', 25);
    expect(await Promise.all(Array.from({ length: 4 }, () => metric(name)))).toEqual([25, 25, 25, 25]);
    expect([await metric('workers'), await metric('worker_restarts_total')]).toEqual([2, 0]);
  });

  /** Requests one after the other until the deed is done; how they ended. */
  const during = async (deed: () => Promise<void>): Promise<readonly string[]> => {
    let isDone = false;
    const ends: string[] = [];
    const sending = Array.from({ length: 3 }, async () => {
      while (!isDone)
        ends.push(
          await getOnce(`${service.url}/health/ready`).then(
            ({ status }) => String(status),
            () => 'none',
          ),
        );
    });
    await deed();
    isDone = true;
    await Promise.all(sending);
    return ends;
  };

  const replace = async (signal: NodeJS.Signals): Promise<void> => {
    const before = service.workers;
    process.kill(before[0]!, signal);
    await until(() => service.workers.some((pid) => !before.includes(pid)), 'another worker');
    await until(async () => (await metric('workers')) === 2, 'two workers measured');
    expect(service.workers).toHaveLength(2);
    expect(service.workers).toContain(before[1]);
  };

  it('replaces a worker that is killed, while the other one answers', async () => {
    const name = 'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}';
    const before = await metric(name);
    const ends = await during(() => replace('SIGKILL'));
    // What the killed one was answering is lost, no more.
    expect(ends.filter((end) => end !== '200' && end !== 'none')).toEqual([]);
    expect(ends.filter((end) => end === 'none').length).toBeLessThanOrEqual(3);
    expect(ends.length).toBeGreaterThan(20);
    expect(await metric(name)).toBe(before);
    expect(await metric('worker_restarts_total')).toBe(1);
    expect(service.log.find(({ msg }) => msg === 'a worker has ended and is replaced')).toMatchObject({ level: 40, signal: 'SIGKILL' });
  });

  it('replaces a worker that was asked to end, without losing a request', async () => {
    const name = 'http_request_duration_seconds_count{method="GET",route="/health/ready",status="200"}';
    const before = (await metric(name))!;
    const ends = await during(() => replace('SIGTERM'));
    expect(new Set(ends)).toEqual(new Set(['200']));
    expect(await metric(name)).toBe(before + ends.length);
  });

  it('finishes what runs when it is stopped, and ends with 0', async () => {
    const body = JSON.stringify(orderBody({ productIds: ['no-such-product'] }));
    const headers = [`X-API-TOKEN: ${partnerToken}`, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
    const socket = connect(service.port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (part: string) => (text += part));
    socket.write(['POST /v1/diagnostic_orders HTTP/1.1', 'Host: x', 'Expect: 100-continue', ...headers, '', ''].join('\r\n'));
    await until(() => text.includes('100 Continue'), 'it waits for the body');
    service.signal('SIGTERM');
    const refuses = (): Promise<boolean> =>
      getOnce(`${service.url}/health/live`).then(
        () => false,
        () => true,
      );
    await until(refuses, 'it accepts nothing new');
    expect(service.workers).not.toEqual([]);
    socket.write(body);
    await once(socket, 'close');
    expect(text).toContain('HTTP/1.1 422 ');
    expect(text).toContain('productIds[0]');
    expect(await service.ended()).toBe(0);
    expect(service.err).toBe('');
  });
});
