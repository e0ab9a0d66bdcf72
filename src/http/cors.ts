import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** The methods that routes of the service have. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const allowedHeaders = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Exist',
  'If-None-Match',
  'If-Range',
  'Prefer',
  'Range',
  'X-API-TOKEN',
  // Sent by the client library of Medplum.
  'X-Medplum',
  'X-Request-Id',
];

const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Language',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Last-Modified',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Order-Placement',
  'X-Request-Id',
  'X-Total-Count',
];

const preflightSeconds = 600;

/** OPTIONS is asked by browsers before a request (Fetch standard, "CORS-preflight request"); any other is a method like the rest. */
const isPreflight = ({ headers }: Request): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/**
 * Lets programs in browsers call the service from these origins, or from all. Tokens travel in headers that programs set
 * themselves, so there are no credentials in the sense of browsers: no cookies, and `*` gives nobody another's rights.
 */
export function allowOrigins(application: INestApplication, origins: readonly string[] | '*'): void {
  const origin = origins === '*' ? origins : [...origins];
  if (origin.length === 0) return;
  application.enableCors((_request: Request, callback: (error: null, options: object) => void) => {
    callback(null, {
      origin,
      methods,
      allowedHeaders,
      exposedHeaders,
      credentials: false,
      maxAge: preflightSeconds,
      preflightContinue: true,
    });
  });
  application.use((request: Request, response: Response, next: NextFunction): void => {
    if (request.method === 'OPTIONS' && isPreflight(request)) application.getHttpAdapter().reply(response, undefined, 204);
    else next();
  });
}
