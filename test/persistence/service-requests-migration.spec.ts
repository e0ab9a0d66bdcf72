import { randomUUID } from 'node:crypto';
import { createDataSource, migrate } from '@gateway/persistence';
import type { DataSource } from 'typeorm';
import { insertOrder } from '../support/bare-tests';
import { createTestDatabase, type TestDatabase } from '../support/database';

const at = (minutes: number): string => `2026-01-01T00:${String(minutes).padStart(2, '0')}:00.000Z`;

describe('the migration that opens requests', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const partner = randomUUID();
  const product = randomUUID();
  const order = randomUUID();
  const tests = [randomUUID(), randomUUID()] as const;

  /** Everything that is undone after the schema of the kits. */
  const goBack = async (): Promise<void> => {
    const isLater = (name: string | undefined): boolean => !/^(PartnerInterface|SpecimenCollectionKits)/.test(name ?? '');
    const later = dataSource.migrations.filter(({ name }) => isLater(name)).length;
    for (let left = later; left > 0; left -= 1) await dataSource.undoLastMigration();
  };

  const deliver = async (testId: string, minutes: number, values: Readonly<Record<string, string>>): Promise<string> => {
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO test_results (partner_id, id, test_id, laboratory, created_at) VALUES ($1, $2, $3, 'default', $4)`,
      [partner, id, testId, at(minutes)],
    );
    for (const [position, [loincNum, value]] of Object.entries(values).entries()) {
      await dataSource.query(
        `INSERT INTO observations (partner_id, id, result_id, position, loinc_num, value, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [partner, randomUUID(), id, position, loincNum, value, at(minutes)],
      );
    }
    return id;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = createDataSource({ url: database.url, baseUrl: 'https://gateway.example' });
    await dataSource.initialize();
    await goBack();
    await insertOrder(dataSource, { partner, product, order, createdAt: at(1) }, '{1-8,2-6}');
    for (const [position, id] of tests.entries()) {
      await dataSource.query(
        `INSERT INTO diagnostic_tests (partner_id, id, order_id, product_id, position, patient_email, patient_first_name, patient_last_name,
                                       patient_gender, patient_health_insurance, created_at)
         VALUES ($1, $2, $3, $4, $5, 'erika@example.org', 'Erika', 'Mustermann', 'X', '{"provider":"Kasse"}', $6)`,
        [partner, id, order, product, position, at(1)],
      );
    }
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('gives every test its request and every result its state', async () => {
    const results = [
      await deliver(tests[0], 2, { '1-8': '5', '2-6': '' }),
      await deliver(tests[0], 3, { '1-8': '5', '2-6': '6' }),
      await deliver(tests[0], 4, { '1-8': '7' }),
    ];
    await migrate(dataSource);
    const requests = await dataSource.query(
      `SELECT id::integer, test_id, order_id, release, status, content::jsonb -> 'code' -> 'concept' -> 'text' AS text,
              content::jsonb -> 'identifier' -> 0 -> 'system' AS system, health_insurance, version, updated_at
         FROM service_requests ORDER BY id`,
    );
    const common = {
      order_id: order,
      release: null,
      text: 'Lipids',
      system: 'https://gateway.example/v1/diagnostic_tests',
      health_insurance: { provider: 'Kasse' },
      version: 1,
      updated_at: new Date(at(1)),
    };
    expect(requests).toEqual([
      { ...common, id: 1, test_id: tests[0], status: 'completed' },
      { ...common, id: 2, test_id: tests[1], status: 'active' },
    ]);
    const states = await dataSource.query('SELECT id, state FROM test_results ORDER BY created_at');
    expect(states).toEqual(results.map((id, index) => ({ id, state: ['partial', 'final', 'corrected'][index] })));
  });
});
