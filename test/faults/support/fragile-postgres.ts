import { execFileSync } from 'node:child_process';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@gateway/persistence';
import { Client } from 'pg';
import { until } from '../../support/service-process';

const isRunning = (pid: number): boolean => {
  const state = execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .find((line) => line.trim().startsWith(`${pid} `));
  return state?.includes(' Z') === false;
};

/** A PostgreSQL server of its own that writes durably, and comes back at the same address with the same data. */
export class FragilePostgres {
  readonly log: string[] = [];

  private constructor(
    private readonly directory: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(directory: string): Promise<FragilePostgres> {
    const postgres = new FragilePostgres(directory, await startEmbeddedPostgres({ directory, maxConnections: 40 }));
    // Recovery after a crash is to be measured, not a checkpoint of what the tests have written.
    await postgres.query(`ALTER SYSTEM SET max_wal_size = '48MB'`);
    return postgres;
  }

  get url(): string {
    return this.server.url;
  }

  get isRunning(): boolean {
    return isRunning(this.server.processId);
  }

  /** Everything at once, as when the machine loses its power; what was written and not synchronised may stay. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await until(() => !this.isRunning, 'the killed server has gone');
  }

  /** Neither answers nor closes anything until it goes on. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  /** Its fast shutdown, or what is left of it. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** After `kill` or `stop`. */
  async restart(): Promise<void> {
    await this.server.stop();
    const { directory, log } = this;
    this.server = await startEmbeddedPostgres({ directory, maxConnections: 40, port: this.server.port, log: (line) => log.push(line) });
  }

  /** Ends every connection of the service; returns how many there were. */
  async cut(): Promise<number> {
    const cut = await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'laboratory-gateway' AND pid <> pg_backend_pid()`,
    );
    return cut.length;
  }

  async query(sql: string, parameters: readonly unknown[] = []): Promise<readonly any[]> {
    const client = await this.connect();
    try {
      return (await client.query(sql, [...parameters])).rows;
    } finally {
      await client.end();
    }
  }

  async connect(): Promise<Client> {
    const client = new Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** The first process and all that it has started. */
  private signal(signal: NodeJS.Signals): void {
    const { processId } = this.server;
    const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([pid, parent]) => (parent === processId ? [pid!] : []));
    for (const pid of [processId, ...children]) {
      try {
        process.kill(pid, signal);
      } catch {
        // Gone since the list was made.
      }
    }
  }
}
