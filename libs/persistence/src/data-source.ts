import { accessEntities } from '@gateway/access';
import { coreEntities } from '@gateway/core';
import { parseStoredJson } from '@gateway/kernel';
import { types } from 'pg';
import { DataSource } from 'typeorm';
import { PartnerInterface1 } from './migrations/1-partner-interface';
import { SpecimenCollectionKits2 } from './migrations/2-specimen-collection-kits';
import { SnakeCaseNaming } from './naming-strategy';

const asText = (value: string): string => value;

// Numbers in JSON keep their digits; a date is a day, not a moment.
types.setTypeParser(types.builtins.JSON, parseStoredJson);
types.setTypeParser(types.builtins.JSONB, parseStoredJson);
types.setTypeParser(types.builtins.DATE, asText);

export interface DataSourceOptions {
  readonly url: string;
  readonly poolSize?: number;
}

const connectionTimeoutMilliseconds = 5_000;
const statementTimeoutMilliseconds = 30_000;

/** The data source of the service: its entities, its migrations, and a bounded pool. */
export const createDataSource = ({ url, poolSize = 10 }: DataSourceOptions): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    applicationName: 'laboratory-gateway',
    entities: [...accessEntities, ...coreEntities],
    migrations: [PartnerInterface1, SpecimenCollectionKits2],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
    poolSize,
    connectTimeoutMS: connectionTimeoutMilliseconds,
    extra: { query_timeout: statementTimeoutMilliseconds, keepAlive: true },
  });

/** Arbitrary, but the same in every instance of the service. */
const migrationLock = 4_203_177;

/** Brings the schema up to date; instances that start together wait for each other. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.startTransaction();
    await lock.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await dataSource.runMigrations();
    await lock.commitTransaction();
  } finally {
    await lock.release();
  }
}
