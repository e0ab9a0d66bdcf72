import { isDatabaseOutage } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { HttpException } from '@nestjs/common';
import type { Express, Request } from 'express';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that some route has for the path; HEAD comes with GET. */
function methodsOf(application: Express, path: string): readonly string[] {
  const layers = application.router.stack as unknown as readonly Layer[];
  const methods = layers
    .filter((layer) => layer.route !== undefined && layer.match(path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .map((method) => method.toUpperCase());
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
}

function routeProblem({ app, method, path }: Request): AppError {
  const allowed = methodsOf(app as Express, path).join(', ');
  if (allowed === '') return new AppError('route_not_found');
  return new AppError('method_not_allowed', { parameters: { method, allowed }, headers: { Allow: allowed } });
}

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  const { status } = Object(error) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
};

/** A path that cannot be decoded names nothing; Express and Nest report it as a bad request. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whatever was thrown, as an error of the catalogue. */
export function toAppError(error: unknown, request: Request): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseOutage(error)) return new AppError('database_unavailable', { headers: { 'Retry-After': '5' }, cause: error });
  if (!isDecodable(request.path)) return new AppError('route_not_found');
  if (error instanceof HttpException && statusOf(error) === 404) return routeProblem(request);
  if (statusOf(error) === 400) return new AppError('request_malformed', { cause: error });
  return new AppError('unexpected', { cause: error });
}
