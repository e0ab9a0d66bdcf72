import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource, type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '@gateway/persistence';
import { Client } from 'pg';

declare global {
  var testDatabase: { embedded: EmbeddedPostgres | undefined; template: string; server: string } | undefined;
}

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

/** A server for the suite, embedded or given by DATABASE_URL, with a migrated template that every suite copies. */
export default async function globalSetup(): Promise<void> {
  const given = process.env['DATABASE_URL'];
  const directory = mkdtempSync(join(tmpdir(), 'gateway-test-'));
  const embedded = given === undefined ? await startEmbeddedPostgres({ directory, durable: false, maxConnections: 200 }) : undefined;
  const server = given ?? embedded!.url;
  const template = `gateway_template_${process.pid}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const dataSource = createDataSource({ url: withDatabase(server, template) });
  await dataSource.initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  process.env['TEST_DATABASE_SERVER'] = server;
  process.env['TEST_DATABASE_TEMPLATE'] = template;
  globalThis.testDatabase = { embedded, template, server };
}
