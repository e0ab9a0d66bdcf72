import { createDataSource, type EmbeddedPostgres, migrate, startEmbeddedPostgres, statementTimeouts } from '@gateway/persistence';
import type { DataSource } from 'typeorm';
import type { Settings } from './settings';

/** A database whose schema is up to date. */
export interface ReadyDatabase {
  readonly url: string;
  /** Undefined with an external server. */
  readonly embedded: EmbeddedPostgres | undefined;
}

const [mostPerProcess, fewestPerProcess] = [10, 4];

/** Of the 100 connections that a PostgreSQL server allows by default, what all workers may have together. */
const mostOfAll = 80;
const serverDefault = 100;

/** How many connections each of the workers may have. */
export const poolSizeOf = (workers: number): number =>
  Math.max(fewestPerProcess, Math.min(mostPerProcess, Math.floor(mostOfAll / workers)));

const embeddedConnections = (workers: number): number => Math.max(serverDefault, workers * poolSizeOf(workers) + serverDefault - mostOfAll);

/** Takes the configured database, or starts the embedded one, and brings its schema up to date. */
export async function prepareDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'baseUrl' | 'labTimeZone' | 'workers'>,
): Promise<ReadyDatabase> {
  const { databaseUrl, dataDirectory: directory, workers } = settings;
  const embedded =
    databaseUrl === undefined ? await startEmbeddedPostgres({ directory, maxConnections: embeddedConnections(workers) }) : undefined;
  embedded?.onExit((code) => {
    process.stderr.write(`The embedded PostgreSQL ended unexpectedly (${code ?? 'signal'}).\n`);
    process.exit(1);
  });
  const url = databaseUrl ?? embedded!.url;
  try {
    await bringUpToDate(url, settings);
    return { url, embedded };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** The connections of one of the workers. */
export async function connectTo(url: string, { workers, timeouts }: Pick<Settings, 'workers' | 'timeouts'>): Promise<DataSource> {
  const { statement, pool } = timeouts;
  return createDataSource({
    url,
    poolSize: poolSizeOf(workers),
    timeouts: statementTimeouts(statement),
    connectionTimeout: pool,
  }).initialize();
}

async function bringUpToDate(url: string, { baseUrl, labTimeZone }: Pick<Settings, 'baseUrl' | 'labTimeZone'>): Promise<void> {
  const dataSource = createDataSource({ url, baseUrl, labTimeZone, timeouts: {} });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
