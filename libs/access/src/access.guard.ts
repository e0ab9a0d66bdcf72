import { decodeQuery, noParameters } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { anyMediaType, jsonMediaType, type OperationDescription, operationOf } from './operations/operation';
import { LoginLimiter, loginLimitHeaders } from './rate-limit/login-limiter';
import { RateLimiter } from './rate-limit/rate-limiter';
import { accepts } from './requests/accept';
import { countsExactly, isStrict } from './requests/preferences';
import { contextOf } from './requests/request-context';
import { accessTokenOf } from './tokens/credentials';
import type { Principal } from './tokens/principal';
import type { Scope } from './tokens/scopes';
import { TokensService } from './tokens/tokens.service';

const queryStringOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

const preferHeader = ({ headers }: Request): string | undefined => {
  const { prefer } = headers;
  return Array.isArray(prefer) ? prefer.join(',') : prefer;
};

/** Lets a request in: who it is, how often it may come, what it may do, what it accepts, and whether its query is understood. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly tokens: TokensService,
    private readonly rateLimiter: RateLimiter,
    private readonly loginLimiter: LoginLimiter,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<Request>();
    const operation = operationOf(execution.getHandler());
    contextOf(request).operation = operation;
    if (operation.scope !== undefined) await this.admit(request, operation.scope);
    this.assertAcceptable(request, operation);
    this.readQuery(request, operation);
    return true;
  }

  private async admit(request: Request, scope: Scope): Promise<void> {
    const principal = await this.authenticate(request);
    const context = contextOf(request);
    context.principal = principal;
    // What a token opens is of patients, and stays in nobody's cache.
    context.headers.set('Cache-Control', 'private, no-store');
    if (principal.rateLimit !== null) {
      context.headers.setAll(await this.rateLimiter.take(principal.clientId ?? principal.tokenId, principal.rateLimit));
    }
    if (!principal.scopes.has(scope)) throw new AppError('scope_missing', { parameters: { scope } });
  }

  private async authenticate(request: Request): Promise<Principal> {
    try {
      return await this.tokens.verify(accessTokenOf(request.headers));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      const seconds = await this.loginLimiter.countFailure(request.ip ?? 'unknown');
      if (seconds === undefined) throw new AppError(error.code, { headers: { 'WWW-Authenticate': 'Bearer' } });
      throw new AppError('login_limited', { parameters: { seconds }, headers: loginLimitHeaders(seconds) });
    }
  }

  private assertAcceptable(request: Request, { produces = [jsonMediaType] }: OperationDescription<never>): void {
    if (produces.includes(anyMediaType) || accepts(request.headers.accept, produces)) return;
    throw new AppError('not_acceptable', { parameters: { available: produces.join(', ') } });
  }

  private readQuery(request: Request, { query = noParameters }: OperationDescription<never>): void {
    const prefer = preferHeader(request);
    const context = contextOf(request);
    context.queryPairs = decodeQuery(queryStringOf(request.originalUrl));
    context.query = query.read(context.queryPairs, { countsExactly: countsExactly(prefer), isStrict: isStrict(prefer) });
  }
}
