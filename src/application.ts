import { type FailureCounter, LoginLimiter, openContext, RateLimiter, RedisBuckets, type SharedBuckets } from '@gateway/access';
import { AuditTrail, ReadRecorder } from '@gateway/audit';
import { type Clock, Identifiers, type ServiceSettings } from '@gateway/kernel';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import createBareExpress, { type Express } from 'express';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import { allowOrigins } from './http/cors';
import { type ClientTimeouts, GatewayAdapter } from './http/gateway-adapter';
import { type MetricsSource, ServiceMetrics } from './http/metrics';
import { describeError, logRequests } from './http/request-log';
import { securityHeaders } from './http/security-headers';
import type { Settings } from './settings';

export interface ApplicationParts {
  readonly settings: ServiceSettings & Pick<Settings, 'redisUrl' | 'trustedProxies'> & Partial<Pick<Settings, 'corsOrigins' | 'timeouts'>>;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Absent: the process shares nothing with others of its host. */
  readonly host?: SharedOnHost | undefined;
}

const usualTimeouts: ClientTimeouts = { request: 60_000, header: 15_000 };

/** What the workers of one host have together. */
export interface SharedOnHost {
  readonly buckets: SharedBuckets;
  readonly failures: FailureCounter;
  readonly metrics: MetricsSource;
}

/** Redis is named by host and port: its address may carry a password. */
function shareRateLimit(application: INestApplication, redisUrl: string, logger: Logger): void {
  const redis = new URL(redisUrl).host;
  const metrics = application.get(ServiceMetrics);
  const buckets = new RedisBuckets(redisUrl, (isShared, reason) => {
    metrics.setRateLimitShared(isShared);
    if (isShared) logger.info({ redis }, 'rate limit: Redis reachable, counting for all instances');
    else logger.warn({ redis, reason }, 'rate limit: Redis unreachable, counting in this process');
  });
  application.get(RateLimiter).shareThrough(buckets);
}

function shareOnHost(application: INestApplication, { buckets, failures, metrics }: SharedOnHost): void {
  application.get(RateLimiter).shareThrough(buckets);
  application.get(LoginLimiter).shareThrough(failures);
  application.get(ServiceMetrics).renderThrough(metrics);
}

/** Express's requests and responses, which know whose word on addresses to take; its router is not used. */
function createExpress({ trustedProxies }: ApplicationParts['settings']): Express {
  const express = createBareExpress();
  express.set('trust proxy', trustedProxies);
  return express;
}

/** The service, ready to listen. The data source is initialized and migrated. */
export async function createApplication(parts: ApplicationParts): Promise<INestApplication> {
  const adapter = new GatewayAdapter(createExpress(parts.settings), parts.settings.timeouts ?? usualTimeouts);
  const application = await NestFactory.create(AppModule.with(parts), adapter, {
    bodyParser: false,
    logger: parts.logger.level === 'silent' ? false : ['error', 'warn'],
    abortOnError: false,
  });
  application.use(openContext(application.get(Identifiers), securityHeaders));
  application.use(logRequests(parts.logger, application.get(ServiceMetrics)));
  allowOrigins(application, parts.settings.corsOrigins ?? []);
  const reads = application.get(ReadRecorder);
  adapter.beforeReply = (request, result) => reads.record(request, result);
  await application.init();
  if (parts.host !== undefined) shareOnHost(application, parts.host);
  if (parts.settings.redisUrl !== undefined) shareRateLimit(application, parts.settings.redisUrl, parts.logger);
  application.get(AuditTrail).start((error, waiting) => {
    parts.logger.error({ waiting, ...describeError(error) }, 'audit events could not be stored');
  });
  return application;
}
