import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher';
import { processFacts } from './process-table';

describe('startEmbeddedPostgres', () => {
  let directory: string;
  const started: EmbeddedPostgres[] = [];
  const services: ChildProcess[] = [];

  beforeEach(() => {
    // Closed to other accounts: as root, the database has to work below a directory that it cannot enter by name.
    directory = join(mkdtempSync(join(tmpdir(), 'launcher-')), 'data');
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await stopService(service);
    for (const database of started.splice(0)) await database.stop();
    rmSync(join(directory, '..'), { recursive: true, force: true, maxRetries: 5 });
  });

  const start = async (options: { log?: (line: string) => void } = {}): Promise<EmbeddedPostgres> => {
    const database = await startEmbeddedPostgres({ directory, durable: false, maxConnections: 20, ...options });
    started.push(database);
    return database;
  };

  /** A service of its own, which a test can kill. */
  const startElsewhere = async (): Promise<{ service: ChildProcess; database: { processId: number; url: string } }> => {
    const service = spawn(process.execPath, [join(__dirname, 'launcher.spec-service.cjs'), directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    services.push(service);
    const [line]: unknown[] = await once(createInterface({ input: service.stdout }), 'line');
    return { service, database: JSON.parse(String(line)) };
  };

  it('makes a cluster, and keeps data and secret over a restart', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(processFacts(first.processId)).toBeUndefined();
    expect(readdirSync(directory).sort()).toEqual(['postgres', 'postgres.secret']);
    expect(statSync(join(directory, 'postgres.secret')).mode & 0o777).toBe(0o600);

    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('sets the cluster up for text in any language, with checksums, and on the loopback address alone', async () => {
    const { url } = await start();
    const settings = `current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums,
      current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets`;
    expect(await query(url, `SELECT ${settings}, upper('äé') AS upper, 'Z' < 'a' AS "codePoints"`)).toEqual([
      { encoding: 'UTF8', checksums: 'on', addresses: '127.0.0.1', sockets: '', upper: 'ÄÉ', codePoints: true },
    ]);
    await expect(query(url.replace(/:[0-9a-f]{64}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('takes over from a service that was killed, with the database still running', async () => {
    const { service, database } = await startElsewhere();
    await query(database.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    service.kill('SIGKILL');
    await once(service, 'exit');
    expect(processFacts(database.processId)).toBeDefined();

    const successor = await start();
    expect(processFacts(database.processId)).toBeUndefined();
    expect(await query(successor.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('refuses a second service while the first one lives, and does it no harm', async () => {
    const { service, database } = await startElsewhere();
    await expect(start()).rejects.toThrow(`in use by process ${service.pid}`);
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts although a pid file names a process that is not its own', async () => {
    await (await start()).stop();
    writeFileSync(join(directory, 'postgres/postmaster.pid'), `${process.pid}\n${directory}\n`);
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('begins again when an earlier initdb was cut off', async () => {
    const draft = join(directory, 'postgres.new-cutoff/cluster');
    mkdirSync(draft, { recursive: true });
    writeFileSync(join(draft, 'PG_VERSION'), '18\n');
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(directory, 'postgres.new-cutoff'))).toBe(false);
  });

  it('leaves a damaged cluster alone and says so', async () => {
    mkdirSync(join(directory, 'postgres'), { recursive: true });
    writeFileSync(join(directory, 'postgres/PG_VERSION'), '18\n');
    await expect(start()).rejects.toThrow('is not a complete PostgreSQL cluster');
    expect(readFileSync(join(directory, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n');
    expect(existsSync(join(directory, 'postgres.owner'))).toBe(false);
  });

  it('reports an end that nobody asked for', async () => {
    const database = await start();
    const exit = new Promise((resolve) => database.onExit(resolve));
    process.kill(database.processId, 'SIGINT');
    expect(await exit).toBe(0);
  });

  it('writes no statement and no value to its log', async () => {
    const lines: string[] = [];
    const database = await start({ log: (line) => lines.push(line) });
    await query(database.url, 'CREATE TABLE people (email text PRIMARY KEY)');
    await query(database.url, "INSERT INTO people VALUES ('jo@example.org')");
    await expect(query(database.url, "INSERT INTO people VALUES ('jo@example.org')")).rejects.toThrow('duplicate key');
    await database.stop();
    expect(lines.join('\n')).toContain('ready to accept connections');
    expect(lines.join('\n')).not.toMatch(/example\.org|INSERT/);
  });
});

async function stopService(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
