import { isDatabaseOutage } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { HttpException } from '@nestjs/common';
import type { Request } from 'express';

/** Which methods the service has for a path. */
export type MethodsOf = (path: string) => readonly string[];

function routeProblem({ method, path }: Request, methodsOf: MethodsOf): AppError {
  const allowed = methodsOf(path).join(', ');
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
export function toAppError(error: unknown, request: Request, methodsOf: MethodsOf): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseOutage(error)) return new AppError('database_unavailable', { headers: { 'Retry-After': '5' }, cause: error });
  if (!isDecodable(request.path)) return new AppError('route_not_found');
  if (error instanceof HttpException && statusOf(error) === 404) return routeProblem(request, methodsOf);
  if (statusOf(error) === 400) return new AppError('request_malformed', { cause: error });
  return new AppError('unexpected', { cause: error });
}
