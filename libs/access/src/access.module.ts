import { Global, Module } from '@nestjs/common';
import { AccessGuard } from './access.guard';
import { IdempotencyCleaner } from './idempotency/idempotency-cleaner';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { LoginLimiter } from './rate-limit/login-limiter';
import { RateLimiter } from './rate-limit/rate-limiter';
import { SmartClientsService } from './smart/clients.service';
import { LoginService } from './smart/login.service';
import { SmartCleaner } from './smart/smart-cleaner';
import { SmartController } from './smart/smart.controller';
import { TokensService } from './tokens/tokens.service';

/** The application provides `Database`, `Clock`, `Identifiers`, `ServiceSettings` and `BODY_RULES`. */
@Global()
@Module({
  controllers: [SmartController],
  providers: [
    AccessGuard,
    IdempotencyCleaner,
    IdempotencyInterceptor,
    LoginLimiter,
    LoginService,
    RateLimiter,
    SmartCleaner,
    SmartClientsService,
    TokensService,
  ],
  exports: [
    AccessGuard,
    IdempotencyCleaner,
    IdempotencyInterceptor,
    LoginLimiter,
    RateLimiter,
    SmartCleaner,
    SmartClientsService,
    TokensService,
  ],
})
export class AccessModule {}
