import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gateway/persistence';
import { Client } from 'pg';

/** Where Debian and others put `pgbouncer`; undefined: nowhere. */
const poolerBinary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => existsSync(path));

const nobody = 65_534;

/** PgBouncer in front of a server: each transaction may run on another connection, of which there are fewer than clients. */
export class TestPooler {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly directory: string,
  ) {}

  static async start(server: string): Promise<TestPooler> {
    if (poolerBinary === undefined) throw new Error('There is no pgbouncer here.');
    const directory = mkdtempSync(join(tmpdir(), 'gateway-pooler-'));
    const port = await freePort();
    const { hostname, port: serverPort, username, password } = new URL(server);
    writeFileSync(join(directory, 'users'), `"${username}" "${password}"\n`);
    writeFileSync(
      join(directory, 'settings'),
      [
        '[databases]',
        `* = host=${hostname} port=${serverPort}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = scram-sha-256',
        `auth_file = ${directory}/users`,
        'pool_mode = transaction',
        'default_pool_size = 8',
        'max_client_conn = 1000',
        'server_idle_timeout = 5',
        'ignore_startup_parameters = statement_timeout',
        '',
      ].join('\n'),
    );
    chmodSync(directory, 0o755);
    // PgBouncer refuses to run as root.
    const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    const child = spawn(poolerBinary, ['--quiet', join(directory, 'settings')], { stdio: ['ignore', 'ignore', 'inherit'], ...account });
    const url = new URL(server);
    url.port = String(port);
    const pooler = new TestPooler(url.href, child, directory);
    await pooler.untilReady();
    return pooler;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.directory, { recursive: true });
  }

  private async untilReady(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const client = new Client({ connectionString: this.url });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (attempt === 100 || this.child.exitCode !== null) throw error;
        await sleep(50);
      }
    }
  }
}
