import { randomUUID } from 'node:crypto';
import { migrate } from '@gateway/persistence';
import type { DataSource } from 'typeorm';
import { insertTests } from '../support/bare-tests';
import { createTestDatabase, type TestDatabase } from '../support/database';

const at = (minutes: number): string => `2026-01-01T00:${String(minutes).padStart(2, '0')}:00.000Z`;

describe('what tests, results and specimens keep of each other', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const [partner, product, order, test, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];

  const addSpecimen = (testId: string, minutes: number): Promise<unknown> =>
    dataSource.query(
      `INSERT INTO specimens (partner_id, id, test_id, specimen_code, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)`,
      [partner, randomUUID(), testId, `SP-${minutes}`, at(minutes)],
    );

  /** In one transaction, as the laboratory's service does. */
  const deliver = (testId: string, minutes: number, observations: number): Promise<unknown> =>
    dataSource.transaction(async (manager) => {
      const id = randomUUID();
      await manager.query(
        `INSERT INTO test_results (partner_id, id, test_id, laboratory, state, created_at) VALUES ($1, $2, $3, 'default', 'final', $4)`,
        [partner, id, testId, at(minutes)],
      );
      await manager.query(
        `INSERT INTO observations (partner_id, id, result_id, position, loinc_num, value, value_kind, created_at)
         SELECT $1, gen_random_uuid(), $2, n, '1-8', 'x', 'text', $3 FROM generate_series(1, $4) n`,
        [partner, id, at(minutes), observations],
      );
    });

  const takeIn = (testId: string, minutes: number): Promise<unknown> =>
    dataSource.query('UPDATE diagnostic_tests SET lab_intake_at = $2 WHERE id = $1', [testId, at(minutes)]);

  const kept = async (testId: string): Promise<unknown> => {
    const select = (sql: string): Promise<{ value: unknown }[]> => dataSource.query(sql, [testId]);
    return {
      hasResult: (await select('SELECT has_result AS value FROM diagnostic_tests WHERE id = $1'))[0]!.value,
      empty: (await select('SELECT is_empty AS value FROM test_results WHERE test_id = $1 ORDER BY created_at')).map(({ value }) => value),
      changed: (await select('SELECT iso_utc(changed_at) AS value FROM specimens WHERE test_id = $1 ORDER BY created_at')).map(
        ({ value }) => value,
      ),
    };
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
    await insertTests(dataSource, { partner, product, order, createdAt: at(1) }, [test, other]);
  });

  afterAll(() => database.drop());

  it('is as the records say, whichever comes first', async () => {
    await addSpecimen(test, 2);
    expect(await kept(test)).toEqual({ hasResult: null, empty: [], changed: [at(2)] });
    await takeIn(test, 5);
    await addSpecimen(test, 3);
    await addSpecimen(test, 7);
    expect(await kept(test)).toEqual({ hasResult: null, empty: [], changed: [at(5), at(5), at(7)] });
    await dataSource.query('UPDATE specimens SET updated_at = $2 WHERE specimen_code = $1', ['SP-3', at(9)]);
    expect(await kept(test)).toEqual({ hasResult: null, empty: [], changed: [at(5), at(9), at(7)] });
    await deliver(test, 10, 0);
    await deliver(test, 11, 2);
    expect(await kept(test)).toEqual({ hasResult: true, empty: [true, null], changed: [at(5), at(9), at(7)] });
    expect(await kept(other)).toEqual({ hasResult: null, empty: [], changed: [] });
  });

  it('is there of records that are older than the columns', async () => {
    await addSpecimen(other, 4);
    const before = [await kept(test), await kept(other)];
    await dataSource.undoLastMigration();
    await migrate(dataSource);
    expect([await kept(test), await kept(other)]).toEqual(before);
  });
});
