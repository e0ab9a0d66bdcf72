import { contextOf } from '@gateway/access';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ServiceMetrics } from './metrics';

/** Of an error what holds no personal data: never its message, which may quote input. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, errorCode: code, constraint, table, frames: frames?.slice(0, 8).map((line) => line.trim()) };
}

const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'none';

/** One line and one measurement for every request, when its answer has left or the client has gone. */
export const logRequests =
  (logger: Logger, metrics: ServiceMetrics) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const begin = performance.now();
    response.on('close', () => {
      const milliseconds = performance.now() - begin;
      const { requestId, principal, failures = [] } = contextOf(request);
      const route = routeOf(request);
      for (const failure of failures)
        logger.error({ requestId, code: 'unexpected', ...describeError(failure) }, 'part of a request failed');
      metrics.observe(request.method, route, response.statusCode, milliseconds / 1000);
      // What is undefined is left out of the line.
      const line = {
        requestId,
        partner: principal?.partnerId,
        token: principal?.tokenId,
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(milliseconds * 100) / 100,
        aborted: response.writableFinished ? undefined : true,
      };
      // What broke an answer that had begun.
      logger.info(response.errored === null ? line : { ...line, ...describeError(response.errored) });
    });
    next();
  };
