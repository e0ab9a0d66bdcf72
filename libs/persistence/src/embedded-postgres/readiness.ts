/** A server is ready when it lets the superuser in and has the application's database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SUPERUSER } from './cluster';
import { errorCode } from './error-code';
import type { Server } from './server';

const DATABASE = 'gateway';
const POLL_MS = 20;
/** Long enough for recovery after a crash under load. */
const PATIENCE_MS = 120_000;
/** A server that could not have its port is gone by then; what answered there was another one. */
const GRACE_MS = 500;

const NO_SUCH_DATABASE = '3D000';
const DATABASE_EXISTS = '42P04';
const REJECTED = ['28P01', '28000'];

/** The process ended instead of becoming ready. */
export class ServerEndedError extends Error {
  constructor(readonly output: string) {
    super(`The embedded database did not start:\n${output}`);
    this.name = 'ServerEndedError';
  }
}

export function connectionUrl(port: number, password: string, database: string = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** SCRAM proves both sides: whoever answers on the port without knowing the password is not taken for our server. */
export async function waitUntilReady(server: Server, password: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const failure = await attempt(server.port, password);
    if (!server.running) throw new ServerEndedError(await reasonOf(server));
    if (!failure) return;
    if (failure.code === NO_SUCH_DATABASE) await createDatabase(server.port, password);
    else if (REJECTED.includes(failure.code ?? '')) await refuseUnlessEnded(server);
    else await sleep(POLL_MS);
  }
  throw new Error(`The embedded database was not ready within ${PATIENCE_MS / 1000} s:\n${server.lastLines.join('\n')}`);
}

async function attempt(port: number, password: string): Promise<{ code: string | undefined } | undefined> {
  try {
    await withClient(connectionUrl(port, password), 'SELECT 1');
    return undefined;
  } catch (error) {
    return { code: errorCode(error) };
  }
}

async function createDatabase(port: number, password: string): Promise<void> {
  try {
    await withClient(connectionUrl(port, password, 'postgres'), `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (errorCode(error) !== DATABASE_EXISTS) throw error;
  }
}

async function withClient(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000, ssl: false });
  client.on('error', () => undefined); // the query or the connection attempt reports it as well
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function refuseUnlessEnded(server: Server): Promise<void> {
  await Promise.race([server.ended, sleep(GRACE_MS)]);
  if (server.running)
    throw new Error('The embedded database rejects its password: the cluster and the secret file do not belong together.');
}

async function reasonOf(server: Server): Promise<string> {
  const { error } = await server.ended;
  return error?.message ?? server.lastLines.join('\n');
}
