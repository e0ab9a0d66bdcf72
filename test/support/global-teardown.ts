import { Client } from 'pg';

export default async function globalTeardown(): Promise<void> {
  const database = globalThis.testDatabase;
  if (database === undefined) return;
  await database.pooled?.pooler.stop();
  await database.pooled?.redis.kill();
  if (database.embedded === undefined) {
    const client = new Client({ connectionString: database.server });
    await client.connect();
    await client.query(`DROP DATABASE IF EXISTS ${database.template} WITH (FORCE)`);
    await client.end();
  }
  await database.embedded?.stop();
}
