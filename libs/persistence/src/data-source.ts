import { accessEntities } from '@gateway/access';
import { auditEntities } from '@gateway/audit';
import { coreEntities } from '@gateway/core';
import { parseStoredJson } from '@gateway/kernel';
import { types } from 'pg';
import { DataSource } from 'typeorm';
import { PartnerInterface1 } from './migrations/1-partner-interface';
import { SpecimenCollectionKits2 } from './migrations/2-specimen-collection-kits';
import { serviceRequests3 } from './migrations/3-service-requests';
import { SmartClients4 } from './migrations/4-smart-clients';
import { fhirSearch5 } from './migrations/5-fhir-search';
import { RejectedMessages6 } from './migrations/6-rejected-messages';
import { AuditTrail7 } from './migrations/7-audit-trail';
import { SearchAtScale8 } from './migrations/8-search-at-scale';
import { SearchOfValues9 } from './migrations/9-search-of-values';
import { SnakeCaseNaming } from './naming-strategy';

const asText = (value: string): string => value;

// Numbers in JSON keep their digits; a date is a day, not a moment.
types.setTypeParser(types.builtins.JSON, parseStoredJson);
types.setTypeParser(types.builtins.JSONB, parseStoredJson);
types.setTypeParser(types.builtins.DATE, asText);

export interface DataSourceOptions {
  readonly url: string;
  /** Where the service is; migrations need it. */
  readonly baseUrl?: string;
  /** Where specimens are collected, as IANA name of the time zone; migrations need it. */
  readonly labTimeZone?: string;
  readonly poolSize?: number;
  /** When statements are ended that take too long; migrations may take their time. */
  readonly timeouts?: StatementTimeouts;
  /** How long to wait for a connection, in milliseconds. */
  readonly connectionTimeout?: number;
}

/** In milliseconds, as the driver names them. */
export interface StatementTimeouts {
  /** The server ends the statement, and its transaction can be undone. */
  readonly statement_timeout?: number;
  /** The client gives up on a server that does not answer, and on the connection. */
  readonly query_timeout?: number;
}

/** How much longer the client waits than the server should: that one's refusal leaves the connection usable. */
const marginMilliseconds = 5_000;

/** @param milliseconds how long the server may work at a statement */
export const statementTimeouts = (milliseconds: number): StatementTimeouts => ({
  statement_timeout: milliseconds,
  query_timeout: milliseconds + marginMilliseconds,
});

/** The data source of the service: its entities, its migrations, and a bounded pool. */
export const createDataSource = ({
  url,
  baseUrl = '',
  labTimeZone = 'Europe/Berlin',
  poolSize = 10,
  timeouts = statementTimeouts(25_000),
  connectionTimeout = 5_000,
}: DataSourceOptions): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    applicationName: 'laboratory-gateway',
    entities: [...accessEntities, ...auditEntities, ...coreEntities],
    migrations: [
      PartnerInterface1,
      SpecimenCollectionKits2,
      serviceRequests3(baseUrl),
      SmartClients4,
      fhirSearch5({ baseUrl, labTimeZone }),
      RejectedMessages6,
      AuditTrail7,
      SearchAtScale8,
      SearchOfValues9,
    ],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
    poolSize,
    connectTimeoutMS: connectionTimeout,
    extra: { ...timeouts, keepAlive: true },
  });

/** Arbitrary, but the same in every instance of the service. */
const migrationLock = 4_203_177;

/** Brings the schema up to date, over a data source without timeouts; instances that start together wait for each other. */
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
