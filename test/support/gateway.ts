import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operatingScopes, partnerScopes, type Scope, TokensService } from '@gateway/access';
import { PartnersService } from '@gateway/core';
import { Clock, type RateLimit } from '@gateway/kernel';
import type { INestApplication } from '@nestjs/common';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { createApplication } from '../../src/application';
import { createTestDatabase, type TestDatabase } from './database';
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
  clientWith(options: TokenOptions): Promise<TestClient>;
  secretWith(options: TokenOptions): Promise<string>;
  stop(): Promise<void>;
}

const generous: RateLimit = { quota: 1_000_000, windowSeconds: 60, burst: 1_000_000 };

/** A port that nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

export async function startGateway({
  carriers = 'neutral',
  rateLimit = generous,
  trustedProxies = false,
  redisUrl,
  corsOrigins = [],
  database: shared,
  hasOwnLinks = false,
  log,
}: GatewayOptions = {}): Promise<TestGateway> {
  const database = shared ?? (await createTestDatabase());
  const clock = new TestClock();
  const logger = log === undefined ? pino({ level: 'silent' }) : pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const port = hasOwnLinks ? await freePort() : 0;
  const settings = {
    baseUrl: hasOwnLinks ? `http://127.0.0.1:${port}` : 'https://gateway.example',
    carriers,
    rateLimit,
    adminToken: undefined,
    labTimeZone: 'Europe/Berlin',
    trustedProxies,
    redisUrl,
    corsOrigins,
  };
  const application = await createApplication({ settings, dataSource: database.dataSource, logger, clock });
  await application.listen(port, '127.0.0.1');
  const server = application.getHttpServer() as Server;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    clientWith,
    secretWith,
    stop: async () => {
      server.closeAllConnections();
      await application.close();
      if (shared === undefined) await database.drop();
    },
  };
}
