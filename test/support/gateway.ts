import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operatingScopes, partnerScopes, type Scope, TokensService } from '@gateway/access';
import { PartnersService } from '@gateway/core';
import { Clock, type RateLimit } from '@gateway/kernel';
import { createDataSource, freePort } from '@gateway/persistence';
import type { INestApplication } from '@nestjs/common';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { type ApplicationParts, createApplication } from '../../src/application';
import { createTestDatabase, type TestDatabase } from './database';
import { hasTwoInstances, takeTurns } from './instances';
import { TestClient } from './test-client';

/** A clock that tests can set; without a setting it tells the time. */
export class TestClock extends Clock {
  private fixed: Date | undefined;

  set(moment: string | undefined): void {
    this.fixed = moment === undefined ? undefined : new Date(moment);
  }

  override now(): Date {
    return this.fixed === undefined ? super.now() : new Date(this.fixed);
  }
}

export interface GatewayOptions {
  readonly carriers?: 'neutral' | 'germany';
  readonly rateLimit?: RateLimit;
  readonly trustedProxies?: string | number | false;
  readonly redisUrl?: string;
  readonly corsOrigins?: readonly string[] | '*';
  /** One that the test drops itself, for several gateways; absent: one of its own. */
  readonly database?: TestDatabase;
  /** Links lead to the port that it listens on, for programs that follow them; absent: to https://gateway.example. */
  readonly hasOwnLinks?: boolean;
  /** Collects the lines of the log instead of dropping them. */
  readonly log?: string[];
}

export interface TokenOptions {
  readonly scopes?: readonly Scope[];
  /** Absent: the partner `acme`; null: the operating side. */
  readonly partner?: string | null;
  readonly laboratory?: string;
  readonly expiresAt?: Date;
  readonly rateLimit?: RateLimit;
}

/** The whole service on a port and a database of its own, with the partners `acme` and `other`. */
export interface TestGateway {
  readonly url: string;
  readonly application: INestApplication;
  readonly dataSource: DataSource;
  readonly clock: TestClock;
  /** All scopes of the partner `acme`. */
  readonly acme: TestClient;
  /** All scopes of another partner. */
  readonly other: TestClient;
  /** All scopes of the operating side. */
  readonly operator: TestClient;
  /** No token. */
  readonly nobody: TestClient;
  /** Takes the database from all instances. */
  loseDatabase(): Promise<void>;
  clientWith(options: TokenOptions): Promise<TestClient>;
  secretWith(options: TokenOptions): Promise<string>;
  stop(): Promise<void>;
}

const generous: RateLimit = { quota: 1_000_000, windowSeconds: 60, burst: 1_000_000 };

/** An error that no test has asked for shows where it came from. Lines of the log hold no personal data. */
function tellUnexpected(line: string): void {
  if (line.includes('"code":"unexpected"')) process.stderr.write(line);
}

interface Instance {
  readonly url: string;
  readonly dataSource: DataSource;
  readonly application: INestApplication;
  stop(): Promise<void>;
}

async function startInstance(parts: ApplicationParts, port: number): Promise<Instance> {
  const application = await createApplication(parts);
  await application.listen(port, '127.0.0.1');
  const server = application.getHttpServer() as Server;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dataSource: parts.dataSource,
    application,
    stop: async () => {
      server.closeAllConnections();
      await application.close();
    },
  };
}

/** A second instance on the same database and Redis, with connections of its own; requests go to both in turn. */
async function startTwin(parts: ApplicationParts, first: Instance, databaseUrl: string): Promise<Instance> {
  const dataSource = await createDataSource({ url: databaseUrl }).initialize();
  const twin = await startInstance({ ...parts, dataSource }, 0);
  takeTurns([first.url, twin.url]);
  return {
    ...twin,
    stop: async () => {
      await twin.stop();
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}

export async function startGateway({
  carriers = 'neutral',
  rateLimit = generous,
  trustedProxies = false,
  redisUrl: ownRedis,
  corsOrigins = [],
  database: shared,
  hasOwnLinks = false,
  log,
}: GatewayOptions = {}): Promise<TestGateway> {
  const database = shared ?? (await createTestDatabase());
  const clock = new TestClock();
  const logger =
    log === undefined
      ? pino({ level: 'error' }, { write: tellUnexpected })
      : pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const port = hasOwnLinks ? await freePort() : 0;
  // A test that has its own Redis or database is about several instances itself.
  const isTwofold = ownRedis === undefined && shared === undefined && hasTwoInstances();
  const settings = {
    baseUrl: hasOwnLinks ? `http://127.0.0.1:${port}` : 'https://gateway.example',
    carriers,
    rateLimit,
    adminToken: undefined,
    labTimeZone: 'Europe/Berlin',
    preparedStatements: process.env['PREPARED_STATEMENTS'] !== 'off',
    trustedProxies,
    redisUrl: isTwofold ? process.env['TEST_REDIS_URL'] : ownRedis,
    corsOrigins,
  };
  const parts: ApplicationParts = { settings, dataSource: database.dataSource, logger, clock };
  const first = await startInstance(parts, port);
  const instances = isTwofold ? [first, await startTwin(parts, first, database.url)] : [first];
  const { url, application } = first;
  const partners = application.get(PartnersService);
  const ids = {
    acme: (await partners.put('acme', 'Acme Health')).partner.id,
    other: (await partners.put('other', 'Other Health')).partner.id,
  };
  const secretWith = async ({ partner = 'acme', scopes, laboratory, expiresAt, rateLimit: own }: TokenOptions): Promise<string> => {
    const { secret } = await application.get(TokensService).create({
      partnerId: partner === null ? null : ids[partner as keyof typeof ids],
      laboratory: laboratory ?? null,
      name: 'test',
      scopes: scopes ?? (partner === null ? operatingScopes : partnerScopes),
      expiresAt: expiresAt ?? null,
      rateLimit: own ?? null,
    });
    return secret;
  };
  const clientWith = async (options: TokenOptions): Promise<TestClient> => new TestClient(url, await secretWith(options));
  return {
    url,
    application,
    dataSource: database.dataSource,
    clock,
    acme: await clientWith({ partner: 'acme' }),
    other: await clientWith({ partner: 'other' }),
    operator: await clientWith({ partner: null }),
    nobody: new TestClient(url, undefined),
    loseDatabase: async () => {
      for (const { dataSource } of instances) await dataSource.destroy();
    },
    clientWith,
    secretWith,
    stop: async () => {
      for (const instance of instances) await instance.stop();
      if (shared === undefined) await database.drop();
    },
  };
}

/** A gateway for the tests of a describe: started before them and stopped after them, in hooks of its own; before that it is empty. */
export function gatewayForTests(prepare?: (gateway: TestGateway) => Promise<unknown>, options?: GatewayOptions): TestGateway {
  const gateway = {} as TestGateway;
  beforeAll(async () => {
    Object.assign(gateway, await startGateway(options));
    await prepare?.(gateway);
  });
  afterAll(() => gateway.stop());
  return gateway;
}
