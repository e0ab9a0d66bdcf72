import { randomBytes } from 'node:crypto';
import { createDataSource } from '@gateway/persistence';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_SERVER'] });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
  drop(): Promise<void>;
}

/** A fresh database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `gateway_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${process.env['TEST_DATABASE_TEMPLATE']}`);
  const url = new URL(process.env['TEST_DATABASE_SERVER']!);
  url.pathname = `/${name}`;
  const dataSource = createDataSource({ url: url.href });
  await dataSource.initialize();
  return {
    url: url.href,
    dataSource,
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
