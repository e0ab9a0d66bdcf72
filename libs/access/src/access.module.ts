import { Global, Module } from '@nestjs/common';
import { AccessGuard } from './access.guard';
import { IdempotencyCleaner } from './idempotency/idempotency-cleaner';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { LoginLimiter } from './rate-limit/login-limiter';
import { RateLimiter } from './rate-limit/rate-limiter';
import { TokensService } from './tokens/tokens.service';

/** The application provides `Database`, `Clock`, `Identifiers`, `ServiceSettings` and `BODY_RULES`. */
@Global()
@Module({
  providers: [AccessGuard, IdempotencyCleaner, IdempotencyInterceptor, LoginLimiter, RateLimiter, TokensService],
  exports: [AccessGuard, IdempotencyCleaner, IdempotencyInterceptor, LoginLimiter, RateLimiter, TokensService],
})
export class AccessModule {}
