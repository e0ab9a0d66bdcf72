import { Database, type ServiceSettings } from '@gateway/kernel';
import { createDataSource } from '@gateway/persistence';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../support/database';

const queryTimeout = 300;

/** Connections that fail in the middle of something, with a pool that has one alone. */
describe('a connection', () => {
  let test: TestDatabase;
  let outside: Client;
  let dataSource: DataSource;
  let database: Database;

  beforeEach(async () => {
    test = await createTestDatabase();
    outside = new Client({ connectionString: test.url });
    await outside.connect();
    dataSource = createDataSource({ url: test.url, poolSize: 1, timeouts: { query_timeout: queryTimeout }, connectionTimeout: 2_000 });
    await dataSource.initialize();
    const settings = { preparedStatements: true } as ServiceSettings;
    database = new Database(dataSource, settings);
    await database.query('CREATE TABLE notes (id integer PRIMARY KEY)');
  });

  afterEach(async () => {
    await outside.end();
    await dataSource.destroy();
    await test.drop();
  });

  const insert = (id: number): Promise<unknown> => database.query('INSERT INTO notes VALUES ($1)', [id]);
  const stored = async (): Promise<readonly number[]> =>
    (await outside.query<{ id: number }>('SELECT id FROM notes ORDER BY id')).rows.map(({ id }) => id);
  const ownProcess = async (): Promise<number> => (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
  const cut = (pid: number): Promise<unknown> => outside.query('SELECT pg_terminate_backend($1, 2000)', [pid]);

  it('whose failed statement was passed over commits nothing, and does not say that it did', async () => {
    const passing = database.transaction(async () => {
      await insert(1);
      await insert(1).catch(() => undefined);
    });
    await expect(passing).rejects.toThrow('A statement of this transaction has failed.');
    const apart = database.apart(async (execute) => {
      await execute('INSERT INTO notes VALUES (2)');
      await execute('INSERT INTO notes VALUES (2)').catch(() => undefined);
    });
    await expect(apart).rejects.toThrow('A statement of this transaction has failed.');
    await insert(3);
    expect(await stored()).toEqual([3]);
  });

  it('that is cut in a transaction makes it a refusal, whatever comes next in it', async () => {
    const nexts: readonly (() => Promise<unknown>)[] = [
      () => insert(2),
      () => dataSource.manager.query('SELECT 1'),
      () => database.manager.query('SELECT 1'),
      () => database.savepoint(() => insert(2)),
      () => Promise.resolve(),
    ];
    for (const next of nexts) {
      const work = database.transaction(async () => {
        await insert(1);
        await cut(await ownProcess());
        await next();
      });
      await expect(work).rejects.toMatchObject({ code: 'database_unavailable' });
    }
    expect(await stored()).toEqual([]);
    await insert(3);
    expect(await stored()).toEqual([3]);
  });

  it('that is cut in a transaction apart ends that, and nothing else', async () => {
    const work = database.apart(async (execute) => {
      await execute('INSERT INTO notes VALUES (1)');
      const [row] = await execute<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await cut(row!.pid);
      await execute('INSERT INTO notes VALUES (2)');
    });
    await expect(work).rejects.toMatchObject({ code: 'database_unavailable' });
    await insert(3);
    expect(await stored()).toEqual([3]);
  });

  it('that does not answer is given up at once, and to nobody else', async () => {
    await outside.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
    const waits: readonly (() => Promise<unknown>)[] = [
      () => database.query('SELECT id FROM notes'),
      () => database.manager.query('SELECT id FROM notes'),
      () => database.transaction(() => insert(1)),
      () => database.transaction(() => database.savepoint(() => insert(1))),
      () => database.apart((execute) => execute('SELECT id FROM notes')),
    ];
    for (const wait of waits) {
      const begin = performance.now();
      await expect(wait()).rejects.toThrow();
      expect(performance.now() - begin).toBeLessThan(2 * queryTimeout);
      // The pool has no other connection: this would wait behind the lock as well.
      await database.query('SELECT 1');
    }
    await outside.query('COMMIT');
    await insert(3);
    expect(await stored()).toEqual([3]);
  });
});
