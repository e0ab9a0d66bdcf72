import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createEmptyDatabase } from '../support/database';
import { BuiltService, getOnce, isRunning, ServiceUnderTest, until } from '../support/service-process';

// Each start is that of several processes.
jest.setTimeout(90_000);

const adminToken = 'administrator-of-the-tests-0123456789';

describe('how a service of several workers begins and ends', () => {
  let built: BuiltService;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let service: ServiceUnderTest | undefined;
  let directory: string;

  const settings = (): Readonly<Record<string, string>> => ({
    WEB_CONCURRENCY: '2',
    DATABASE_URL: database.url,
    ADMIN_TOKEN: adminToken,
    LOG_LEVEL: 'warn',
  });

  const allGone = (pids: readonly number[]): Promise<void> => until(() => !pids.some(isRunning), 'all have ended');

  beforeAll(async () => {
    built = BuiltService.build();
    directory = mkdtempSync(join(tmpdir(), 'gateway-workers-'));
    database = await createEmptyDatabase();
  });

  afterEach(async () => {
    await service?.destroy();
    service = undefined;
  });

  afterAll(async () => {
    await database.drop();
    built.remove();
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });

  it('says that its port is taken, once, and ends with 1', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    try {
      service = await ServiceUnderTest.spawn(built, { ...settings(), PORT: String(port) });
      expect(await service.ended()).toBe(1);
      // The framework tells of each worker's attempt besides.
      const told = service.err.split('\n').filter((line) => line.startsWith('listen '));
      expect(told).toEqual([`listen EADDRINUSE: address already in use 127.0.0.1:${port}`]);
      expect(service.out).toBe('');
    } finally {
      holder.close();
    }
  });

  it('gives up when its workers die at once', async () => {
    const preload = join(directory, 'dies.cjs');
    writeFileSync(preload, "if (process.argv.includes('worker')) process.exit(7);\n");
    service = await ServiceUnderTest.spawn(built, { ...settings(), NODE_OPTIONS: `--require ${preload}` });
    expect(await service.ended()).toBe(1);
    expect(service.err).toBe('The workers keep ending while the service starts (last with code 7).\n');
  });

  it('ends when the whole group of its processes is asked to', async () => {
    service = await ServiceUnderTest.start(built, settings());
    const { workers } = service;
    service.signalGroup('SIGTERM');
    expect(await service.ended()).toBe(0);
    expect(service.err).toBe('');
    await allGone(workers);
  });

  it('ends when it is asked to before it listens', async () => {
    service = await ServiceUnderTest.spawn(built, settings());
    await until(() => service!.workers.length === 2, 'two workers');
    service.signalGroup('SIGTERM');
    expect(await service.ended()).toBe(0);
    expect(service.err).toBe('');
  });

  it('takes its workers along when it is killed', async () => {
    service = await ServiceUnderTest.start(built, settings());
    const { workers } = service;
    service.signal('SIGKILL');
    await service.ended();
    await allGone(workers);
  });

  it('has one embedded database, whose secrets nobody sees, and ends when that does', async () => {
    const { DATABASE_URL: _, ...others } = settings();
    service = await ServiceUnderTest.start(built, { ...others, DATA_DIR: join(directory, 'data'), DEMO_DATA: 'off' });
    expect((await getOnce(`${service.url}/health/ready`)).status).toBe(200);
    const { children, workers } = service;
    const postgres = children.filter(({ command }) => command.includes('postgres'));
    expect([children.length, workers.length, postgres.length]).toEqual([3, 2, 1]);
    expect(children.map(({ command }) => command).join('\n')).not.toMatch(/postgres:\/\/|[0-9a-f]{64}|administrator-of/);
    process.kill(postgres[0]!.pid, 'SIGKILL');
    expect(await service.ended()).toBe(1);
    expect(service.err).toContain('The embedded PostgreSQL ended unexpectedly');
    await allGone(workers);
  });
});
