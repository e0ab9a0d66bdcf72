import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource, type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '@gateway/persistence';
import { Client } from 'pg';
import { TestPooler } from './pooler';
import { redisBinary, TestRedis } from './redis';

/** What stands between the instances of a gateway and what they share. */
interface PooledServers {
  readonly pooler: TestPooler;
  readonly redis: TestRedis;
}

declare global {
  var testDatabase:
    { embedded: EmbeddedPostgres | undefined; template: string; server: string; pooled: PooledServers | undefined } | undefined;
}

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

async function run(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** For TEST_POOLED=on: every gateway is two instances behind PgBouncer, which share one Redis. */
async function startPooledServers(server: string): Promise<PooledServers> {
  if (redisBinary === undefined) throw new Error('There is no redis-server here.');
  const pooler = await TestPooler.start(server);
  const redis = await TestRedis.start(redisBinary);
  process.env['TEST_DATABASE_POOLER'] = pooler.url;
  process.env['TEST_REDIS_URL'] = redis.url;
  process.env['PREPARED_STATEMENTS'] = 'off';
  return { pooler, redis };
}

/** A server for the suite, embedded or given by DATABASE_URL, with a migrated template that every suite copies. */
export default async function globalSetup(): Promise<void> {
  const given = process.env['DATABASE_URL'];
  const directory = mkdtempSync(join(tmpdir(), 'gateway-test-'));
  const embedded = given === undefined ? await startEmbeddedPostgres({ directory, durable: false, maxConnections: 200 }) : undefined;
  const server = given ?? embedded!.url;
  const template = `gateway_template_${process.pid}`;
  await run(server, `CREATE DATABASE ${template}`);
  const pooled = process.env['TEST_POOLED'] === 'on' ? await startPooledServers(server) : undefined;
  const dataSource = createDataSource({ url: withDatabase(pooled?.pooler.url ?? server, template) });
  await dataSource.initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  // The pooler keeps its connections, and a template must have none.
  if (pooled !== undefined) await run(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${template}'`);
  process.env['TEST_DATABASE_SERVER'] = server;
  process.env['TEST_DATABASE_TEMPLATE'] = template;
  globalThis.testDatabase = { embedded, template, server, pooled };
}
