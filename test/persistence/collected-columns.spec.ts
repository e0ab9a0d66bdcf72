import { randomUUID } from 'node:crypto';
import { migrate } from '@gateway/persistence';
import type { DataSource } from 'typeorm';
import { insertTests } from '../support/bare-tests';
import { createTestDatabase, type TestDatabase } from '../support/database';

const at = (minutes: number): string => `2026-01-01T00:${String(minutes).padStart(2, '0')}:00.000Z`;

describe('what results and observations keep of specimens', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const [partner, product, order, test, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];

  const addSpecimen = async (testId: string, minutes: number, date: string | null, time: string | null = null): Promise<string> => {
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO specimens (partner_id, id, test_id, specimen_code, collection_date, collection_time, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [partner, id, testId, `SP-${minutes}`, date, time, at(minutes)],
    );
    return id;
  };

  const deliver = async (testId: string): Promise<void> => {
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO test_results (partner_id, id, test_id, laboratory, state, created_at) VALUES ($1, $2, $3, 'default', 'final', $4)`,
      [partner, id, testId, at(30)],
    );
    await dataSource.query(
      `INSERT INTO observations (partner_id, id, result_id, position, loinc_num, value, value_kind, created_at)
       SELECT $1, gen_random_uuid(), $2, n, '1-8', 'x', 'text', $3 FROM generate_series(0, 1) n`,
      [partner, id, at(30)],
    );
  };

  /** Of each result: the specimen, its time, and the different times of its observations. */
  const kept = (testId: string): Promise<unknown> =>
    dataSource.query(
      `SELECT r.specimen_id AS specimen, r.collected::text, ARRAY(SELECT DISTINCT o.collected::text FROM observations o
                WHERE o.partner_id = r.partner_id AND o.result_id = r.id) AS observed
         FROM test_results r WHERE r.test_id = $1 ORDER BY r.created_at, r.id`,
      [testId],
    );

  const all = (specimen: string | null, collected: string | null) => [{ specimen, collected, observed: [collected] }];

  beforeAll(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
    await insertTests(dataSource, { partner, product, order, createdAt: at(1) }, [test, other]);
  });

  afterAll(() => database.drop());

  it('is what the newest specimen with a date says, whichever of them changes', async () => {
    await deliver(test);
    expect(await kept(test)).toEqual(all(null, null));
    const undated = await addSpecimen(test, 9, null);
    expect(await kept(test)).toEqual(all(undated, null));
    const older = await addSpecimen(test, 2, '2026-03-29', '02:30:00');
    expect(await kept(test)).toEqual(all(older, '["2026-03-29 02:30:00","2026-03-29 02:30:01")'));
    const newer = await addSpecimen(test, 3, '2026-03-28');
    expect(await kept(test)).toEqual(all(newer, '["2026-03-28 00:00:00","2026-03-29 00:00:00")'));
    await dataSource.query(`UPDATE specimens SET collection_date = '2026-04-01' WHERE id = $1`, [newer]);
    expect(await kept(test)).toEqual(all(newer, '["2026-04-01 00:00:00","2026-04-02 00:00:00")'));
    await dataSource.query('DELETE FROM specimens WHERE id = $1', [newer]);
    expect(await kept(test)).toEqual(all(older, '["2026-03-29 02:30:00","2026-03-29 02:30:01")'));
  });

  it('is there when the result comes after the specimen, and when the records are older than the columns', async () => {
    const specimen = await addSpecimen(other, 4, '2026-02-01');
    await deliver(other);
    const expected = all(specimen, '["2026-02-01 00:00:00","2026-02-02 00:00:00")');
    expect(await kept(other)).toEqual(expected);
    const before = await kept(test);
    const names = (): Promise<{ name: string }[]> => dataSource.query('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
    while (/^SearchOf|^SearchAtScale/.test((await names())[0]!.name)) await dataSource.undoLastMigration();
    await migrate(dataSource);
    expect(await kept(other)).toEqual(expected);
    expect(await kept(test)).toEqual(before);
  });
});
