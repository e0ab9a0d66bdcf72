import { Clock, Database, Identifiers, type ServiceSettings } from '@gateway/kernel';
import { PartnersService } from '@gateway/core';
import { createDataSource } from '@gateway/persistence';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../support/database';

/** A transaction whose statement waits for a lock longer than the client wants to. */
describe('a transaction that times out', () => {
  let test: TestDatabase;
  let outside: Client;
  let dataSource: DataSource;
  let database: Database;
  let partners: PartnersService;

  beforeEach(async () => {
    test = await createTestDatabase();
    outside = new Client({ connectionString: test.url });
    await outside.connect();
  });

  afterEach(async () => {
    await outside.end();
    await dataSource.destroy();
    await test.drop();
  });

  const open = async (timeouts: { statement_timeout?: number; query_timeout?: number }): Promise<void> => {
    dataSource = createDataSource({ url: test.url, poolSize: 1, timeouts });
    await dataSource.initialize();
    database = new Database(dataSource, { preparedStatements: true } as ServiceSettings);
    partners = new PartnersService(database, new Clock(), new Identifiers());
    await partners.put('locked', 'before');
  };

  it.each([
    ['because the client gives up', { query_timeout: 300 }],
    ['because the server ends the statement', { statement_timeout: 300 }],
  ])('%s: is refused, and later ones are really committed', async (_, timeouts) => {
    await open(timeouts);
    await outside.query("BEGIN; SELECT FROM partners WHERE slug = 'locked' FOR UPDATE");
    const waiting = database.transaction(async () => {
      await partners.put('half', 'half');
      await partners.put('locked', 'after');
    });
    await expect(waiting).rejects.toMatchObject({ code: 'database_unavailable' });
    await outside.query('COMMIT');
    for (const slug of ['a', 'b', 'c']) await database.transaction(() => partners.put(slug, slug));
    const { rows } = await outside.query('SELECT slug, name FROM partners ORDER BY slug');
    expect(rows).toEqual([
      { slug: 'a', name: 'a' },
      { slug: 'b', name: 'b' },
      { slug: 'c', name: 'c' },
      { slug: 'locked', name: 'before' },
    ]);
  });
});
