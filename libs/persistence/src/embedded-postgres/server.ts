/** The postgres process itself: its settings, its end. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account';
import { ended, followOutput, spawnInDirectory } from './directory-process';
import { clusterName } from './orphan';

export interface ServerOptions {
  postgres: string;
  cluster: string;
  account: Account | undefined;
  port: number;
  durable: boolean;
  maxConnections: number;
  log: (line: string) => void;
}

const STOP_ESCALATION = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 8_000 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
] as const;

export class Server {
  readonly port: number;
  readonly lastLines: string[];
  /** Settles when the process has gone, for whatever reason. */
  readonly ended: Promise<{ code: number | null; error?: Error }>;
  running = true;
  private stopping?: Promise<void>;
  private readonly child: ChildProcess;
  private readonly exitListeners: ((code: number | null) => void)[] = [];
  /** A service that ends without stopping the database (an uncaught error) takes it along. */
  private readonly onServiceExit = (): void => void this.child.kill('SIGINT');

  constructor(options: ServerOptions) {
    const { postgres: file, cluster: directory, account, port, log } = options;
    const args = (place: string): string[] => ['-D', place, '-p', String(port), ...settingsOf(options)];
    this.port = port;
    this.child = spawnInDirectory({ file, args, directory, account, detached: true });
    this.lastLines = followOutput(this.child, log);
    process.once('exit', this.onServiceExit);
    this.ended = ended(this.child);
    void this.ended.then(({ code }) => this.noteEnd(code));
  }

  get processId(): number {
    return this.child.pid ?? 0;
  }

  /** Listeners hear of an end that `stop` did not ask for. */
  onExit(listener: (code: number | null) => void): void {
    this.exitListeners.push(listener);
  }

  stop(): Promise<void> {
    this.stopping ??= this.shutDown();
    return this.stopping;
  }

  private async shutDown(): Promise<void> {
    for (const { signal, patienceMs } of STOP_ESCALATION) {
      if (!this.running) return;
      this.child.kill(signal);
      const patience = new AbortController();
      await Promise.race([this.ended, sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    }
  }

  private noteEnd(code: number | null): void {
    this.running = false;
    process.removeListener('exit', this.onServiceExit);
    if (!this.stopping) for (const listener of this.exitListeners) listener(code);
  }
}

/** The log gets no statements and no details of errors: both carry personal data. */
function settingsOf({ cluster, durable, maxConnections }: ServerOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    cluster_name: clusterName(cluster),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
