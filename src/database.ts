import { createDataSource, type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '@gateway/persistence';
import type { DataSource } from 'typeorm';
import type { Settings } from './settings';

export interface OpenDatabase {
  readonly dataSource: DataSource;
  /** Undefined with an external server. */
  readonly embedded: EmbeddedPostgres | undefined;
}

/** Opens the configured database, or starts the embedded one, and brings its schema up to date. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'baseUrl' | 'labTimeZone'>,
): Promise<OpenDatabase> {
  const embedded = settings.databaseUrl === undefined ? await startEmbeddedPostgres({ directory: settings.dataDirectory }) : undefined;
  try {
    const url = settings.databaseUrl ?? embedded!.url;
    await bringUpToDate(url, settings);
    const dataSource = createDataSource({ url });
    await dataSource.initialize();
    return { dataSource, embedded };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
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
