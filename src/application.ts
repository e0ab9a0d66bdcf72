import { openContext, RateLimiter, SmartCleaner } from '@gateway/access';
import { type Clock, Identifiers, type ServiceSettings } from '@gateway/kernel';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import createBareExpress, { type Express } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import { allowOrigins } from './http/cors';
import { GatewayAdapter } from './http/gateway-adapter';
import { ServiceMetrics } from './http/metrics';
import { describeError, logRequests } from './http/request-log';
import type { Settings } from './settings';

export interface ApplicationParts {
  readonly settings: ServiceSettings & Pick<Settings, 'redisUrl' | 'trustedProxies'> & Partial<Pick<Settings, 'corsOrigins'>>;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** An interface for programs: nothing of it may be framed, sniffed or run. The page for people brings its own policy. */
const securityHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'same-site' },
});

/** Redis is named by host and port: its address may carry a password. */
function shareRateLimit(application: INestApplication, redisUrl: string, logger: Logger): void {
  const redis = new URL(redisUrl).host;
  const metrics = application.get(ServiceMetrics);
  application.get(RateLimiter).shareThrough(redisUrl, (isShared, reason) => {
    metrics.setRateLimitShared(isShared);
    if (isShared) logger.info({ redis }, 'rate limit: Redis reachable, counting for all instances');
    else logger.warn({ redis, reason }, 'rate limit: Redis unreachable, counting in this process');
  });
}

/** Express with its settings, which have to stand before its router is made. */
function createExpress({ trustedProxies }: ApplicationParts['settings']): Express {
  const express = createBareExpress();
  express.enable('case sensitive routing');
  express.disable('x-powered-by');
  express.disable('etag');
  express.set('query parser', false);
  express.set('trust proxy', trustedProxies);
  return express;
}

/** The service, ready to listen. The data source is initialized and migrated. */
export async function createApplication(parts: ApplicationParts): Promise<INestApplication> {
  const application = await NestFactory.create(AppModule.with(parts), new GatewayAdapter(createExpress(parts.settings)), {
    bodyParser: false,
    logger: parts.logger.level === 'silent' ? false : ['error', 'warn'],
    abortOnError: false,
  });
  application.use(openContext(application.get(Identifiers)));
  application.use(logRequests(parts.logger, application.get(ServiceMetrics)));
  application.use(securityHeaders);
  allowOrigins(application, parts.settings.corsOrigins ?? []);
  await application.init();
  if (parts.settings.redisUrl !== undefined) shareRateLimit(application, parts.settings.redisUrl, parts.logger);
  application.get(SmartCleaner).start((error) => {
    parts.logger.warn(describeError(error), 'expired tokens of clients could not be removed');
  });
  return application;
}
