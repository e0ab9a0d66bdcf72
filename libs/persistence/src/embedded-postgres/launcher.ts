/** PostgreSQL for a service that was given no server: binaries from npm, a cluster in the data directory, a child process. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseAccount, handOver } from './account';
import { locateBinaries } from './binaries';
import { layoutOf, prepareCluster } from './cluster';
import { freePort } from './free-port';
import { clearLeftovers } from './orphan';
import { takeOwnership } from './owner-lock';
import { connectionUrl, ServerEndedError, waitUntilReady } from './readiness';
import { Server, type ServerOptions } from './server';

export interface EmbeddedPostgresOptions {
  /** The service's data directory; the cluster is its subdirectory `postgres`. Made when absent. */
  directory: string;
  /** Receives the server's own log, line by line. */
  log?: (line: string) => void;
  /** False gives up safety against a power failure for speed: for tests. */
  durable?: boolean;
  maxConnections?: number;
  /** Absent: a free one, another after each start. */
  port?: number;
}

export interface EmbeddedPostgres {
  /** Of the database `gateway`, as its superuser. */
  url: string;
  port: number;
  processId: number;
  /** Closes what sessions there still are; settles when the process has gone and the data directory is free. */
  stop(): Promise<void>;
  /** The listener hears of an end that `stop` did not ask for. */
  onExit(listener: (code: number | null) => void): void;
}

const PORT_TAKEN = /could not create any TCP\/IP sockets|Address already in use/;
/** Backends of a postmaster that was killed take a moment to notice. */
const OLD_BACKENDS = 'pre-existing shared memory block';
const START_ATTEMPTS = 40;
const RETRY_MS = 250;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform !== 'linux' && (process.platform !== 'darwin' || process.getuid?.() === 0)) {
    throw new Error('The embedded database runs on Linux, and on macOS as an ordinary user. Set DATABASE_URL to a PostgreSQL server.');
  }
  const directory = resolve(options.directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const release = takeOwnership(layoutOf(directory).owner);
  try {
    const { server, password } = await startServer(directory, options);
    return handleOf(server, password, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function startServer(directory: string, options: EmbeddedPostgresOptions): Promise<{ server: Server; password: string }> {
  const { log = () => undefined, durable = true, maxConnections = 100, port } = options;
  const layout = layoutOf(directory);
  const { cluster } = layout;
  const account = databaseAccount(cluster);
  const { initdb, postgres } = locateBinaries(account);
  const password = await prepareCluster({ layout, initdb, account, durable });
  if (account) handOver(cluster, account);
  await clearLeftovers(cluster, log);
  const server = await startOnPort({ postgres, cluster, account, durable, maxConnections, log, port }, password);
  return { server, password };
}

type StartOptions = Omit<ServerOptions, 'port'> & { port: number | undefined };

async function startOnPort({ port, ...options }: StartOptions, password: string): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const server = new Server({ ...options, port: port ?? (await freePort()) });
    try {
      await waitUntilReady(server, password);
      return server;
    } catch (error) {
      await server.stop();
      if (attempt === START_ATTEMPTS || !(error instanceof ServerEndedError)) throw error;
      if (!PORT_TAKEN.test(error.output) && !error.output.includes(OLD_BACKENDS)) throw error;
      if (port !== undefined || error.output.includes(OLD_BACKENDS)) await sleep(RETRY_MS);
    }
  }
}

function handleOf(server: Server, password: string, release: () => void): EmbeddedPostgres {
  return {
    url: connectionUrl(server.port, password),
    port: server.port,
    processId: server.processId,
    stop: async () => {
      await server.stop();
      release();
    },
    onExit: (listener) => server.onExit(listener),
  };
}
