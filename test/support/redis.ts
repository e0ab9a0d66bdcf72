import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '@gateway/persistence';
import { Redis } from 'ioredis';

/** Where the machine has its `redis-server`; undefined: nowhere. */
export const redisBinary: string | undefined = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  .filter((directory) => directory !== '')
  .map((directory) => join(directory, 'redis-server'))
  .find((path) => existsSync(path));

/** A Redis server of the test's own, in memory alone, on a port that stays the same when it is started again. */
export class TestRedis {
  static readonly password = 'redis-password-7';
  private server: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly binary: string,
  ) {}

  static async start(binary: string): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), binary);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://:${TestRedis.password}@127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const memoryAlone = ['--save', '', '--appendonly', 'no', '--dir', tmpdir()];
    const address = ['--port', String(this.port), '--bind', '127.0.0.1', '--requirepass', TestRedis.password];
    this.server = spawn(this.binary, [...address, ...memoryAlone], { stdio: 'ignore' });
    await this.ask((client) => client.ping());
  }

  async kill(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  /** As a server that is overloaded or behind a dead link: connections stay, nothing comes back. */
  pause(): void {
    this.server?.kill('SIGSTOP');
  }

  resume(): void {
    this.server?.kill('SIGCONT');
  }

  /** What the server says, on a connection of its own that waits until there is a server. */
  async ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    try {
      return await question(client);
    } finally {
      client.disconnect();
    }
  }
}
