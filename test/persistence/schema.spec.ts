import { migrate } from '@gateway/persistence';
import type { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { createTestDatabase, type TestDatabase } from '../support/database';

/** Everything of the schema, one line each; what belongs to an extension counts as the extension. */
const dumpQueries = [
  `SELECT format('column %s.%s #%s %s%s%s default %s generated %s storage %s', c.relname, a.attname,
          row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod),
          CASE WHEN a.attnotnull THEN ' not null' END, CASE WHEN a.attcollation <> t.typcollation THEN ' collate ' || o.collname END,
          pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attstorage) AS line
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum LEFT JOIN pg_collation o ON o.oid = a.attcollation
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
  `SELECT format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  `SELECT format('index %s', indexdef) AS line FROM pg_indexes WHERE schemaname = 'public'`,
  `SELECT format('function %s', pg_get_functiondef(p.oid)) AS line FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`,
  `SELECT format('extension %s', extname) AS line FROM pg_extension`,
  `SELECT format('%s %s.%s', 'trigger', tgrelid::regclass, tgname) AS line FROM pg_trigger WHERE NOT tgisinternal`,
  `SELECT format('%s %s', relkind, relname) AS line FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('r', 'i', 't')`,
];

async function dump(dataSource: DataSource): Promise<string[]> {
  const parts = await Promise.all(dumpQueries.map((query) => dataSource.query<{ line: string }[]>(query)));
  return parts
    .flat()
    .map(({ line }) => line)
    .sort();
}

/** TypeORM's own list of what it has run. */
const isBookkeeping = (line: string): boolean => /\bmigrations(_id_seq)?\b/.test(line);

describe('migrations', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => database.drop());

  it('go down and up again to the same schema', async () => {
    const { dataSource } = database;
    const before = await dump(dataSource);
    const steps: string[][] = [before];
    for (let left = dataSource.migrations.length; left > 0; left--) {
      await dataSource.undoLastMigration();
      steps.push(await dump(dataSource));
    }
    expect(steps.at(-1)!.filter((line) => !isBookkeeping(line))).toEqual(['extension plpgsql']);
    await migrate(dataSource);
    expect(await dump(dataSource)).toEqual(before);
    for (const [index, step] of steps.slice(0, -1).entries()) {
      if (index > 0) await dataSource.undoLastMigration();
      expect(await dump(dataSource)).toEqual(step);
    }
  });

  it('do nothing when they have run, also when several instances start together', async () => {
    const before = await dump(database.dataSource);
    await Promise.all([migrate(database.dataSource), migrate(database.dataSource)]);
    expect(await dump(database.dataSource)).toEqual(before);
    expect(await database.dataSource.showMigrations()).toBe(false);
  });

  it('run once when several instances start together on an empty database', async () => {
    const { dataSource } = database;
    const before = await dump(dataSource);
    for (let left = dataSource.migrations.length; left > 0; left--) await dataSource.undoLastMigration();
    await Promise.all([migrate(dataSource), migrate(dataSource), migrate(dataSource)]);
    expect(await dump(dataSource)).toEqual(before);
  });
});

interface StoredColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly filled: boolean;
  readonly generated: boolean;
}

const storedColumns = (dataSource: DataSource): Promise<StoredColumn[]> =>
  dataSource.query(
    `SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
            a.atthasdef OR a.attidentity <> '' AS filled, a.attgenerated <> '' AS generated
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
        AND c.relname <> 'migrations'
      ORDER BY 1, a.attnum`,
  );

/** The type of an entity's column as PostgreSQL writes it. */
function typeOf(dataSource: DataSource, column: ColumnMetadata): string {
  const type = dataSource.driver.normalizeType(column);
  const precise = column.precision === undefined || column.precision === null ? type : type.replace(/^\w+/, `$&(${column.precision})`);
  return column.isArray ? `${precise}[]` : precise;
}

describe('entities', () => {
  let database: TestDatabase;
  let stored: StoredColumn[];

  beforeAll(async () => {
    database = await createTestDatabase();
    stored = await storedColumns(database.dataSource);
  });

  afterAll(() => database.drop());

  const find = (table: string, name: string) => stored.find((column) => column.table === table && column.name === name);
  const mapped = () =>
    database.dataSource.entityMetadatas.flatMap((entity) => entity.columns.map((column) => ({ table: entity.tableName, column })));

  it('have the columns that the migrations make, with their types and nullability', () => {
    const described = mapped().map(({ table, column }) => ({
      column: `${table}.${column.databaseName}`,
      type: typeOf(database.dataSource, column),
      nullable: column.isNullable,
    }));
    expect(described).toEqual(
      mapped().map(({ table, column }) => {
        const found = find(table, column.databaseName);
        return { column: `${table}.${column.databaseName}`, type: found?.type, nullable: found?.nullable };
      }),
    );
  });

  it('map every column but those that the database generates', () => {
    const names = new Set(mapped().map(({ table, column }) => `${table}.${column.databaseName}`));
    const unmapped = stored.filter(({ table, name }) => !names.has(`${table}.${name}`));
    expect(unmapped.filter(({ generated }) => !generated).map(({ table, name }) => `${table}.${name}`)).toEqual([]);
    expect(unmapped.map(({ table, name }) => `${table}.${name}`)).toEqual([
      'diagnostic_orders.metadata_document',
      'kit_orders.metadata_document',
      'shipments.tracking',
    ]);
    expect(stored.filter(({ generated }) => generated)).toHaveLength(3);
  });

  it('have the primary keys that the migrations make', async () => {
    const keys: { table: string; columns: string[] }[] = await database.dataSource.query(
      `SELECT c.relname AS "table", ARRAY(SELECT a.attname::text FROM unnest(i.indkey::int[]) WITH ORDINALITY k (number, at)
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number ORDER BY k.at) AS columns
         FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations' ORDER BY 1`,
    );
    const described = database.dataSource.entityMetadatas.map(({ tableName, primaryColumns }) => ({
      table: tableName,
      columns: primaryColumns.map((column) => column.databaseName),
    }));
    expect(keys).toEqual(described.sort((a, b) => (a.table < b.table ? -1 : 1)));
  });
});
