import { randomBytes } from 'node:crypto';
import { createDataSource } from '@gateway/persistence';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { databaseServer } from './instances';

/** Databases are made and dropped on the server itself; a pooler cannot. */
async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_SERVER'] });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database as the service reaches it: through the pooler where there is one. */
function addressOf(name: string): string {
  const url = new URL(databaseServer());
  url.pathname = `/${name}`;
  return url.href;
}

const newName = (): string => `gateway_${randomBytes(6).toString('hex')}`;

const drop = (name: string): Promise<void> => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

export interface TestDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
  drop(): Promise<void>;
}

/** A database without a table, for a service that is to make them. */
export async function createEmptyDatabase(): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const name = newName();
  await onServer(`CREATE DATABASE ${name}`);
  return { url: addressOf(name), drop: () => drop(name) };
}

/** A fresh database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = newName();
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${process.env['TEST_DATABASE_TEMPLATE']}`);
  const url = addressOf(name);
  const dataSource = await createDataSource({ url }).initialize();
  return {
    url,
    dataSource,
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await drop(name);
    },
  };
}
