import { IdempotencyKey } from './idempotency/idempotency-key.entity';
import { SmartAssertion, SmartClient } from './smart/smart-client.entity';
import { AccessToken } from './tokens/access-token.entity';

export { AccessGuard } from './access.guard';
export { AccessModule } from './access.module';
export { IdempotencyCleaner } from './idempotency/idempotency-cleaner';
export { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
export { BODY_RULES } from './operations/body.pipe';
export * from './operations/operation';
export * from './operations/parameters';
export { RateLimiter } from './rate-limit/rate-limiter';
export * from './requests/accept';
export * from './requests/answer';
export * from './requests/error-renderer';
export * from './requests/json-body';
export * from './requests/preferences';
export * from './requests/raw-body';
export * from './requests/request-context';
export { isClientId } from './smart/client-id';
export { SmartClientsService } from './smart/clients.service';
export { smartDoors } from './smart/door-scopes.mapper';
export { tokenEndpoint } from './smart/login.service';
export { assertPermitted } from './smart/permissions';
export { keyFaults, type PublicJwk, toPublicJwk } from './smart/public-key';
export { SmartCleaner } from './smart/smart-cleaner';
export type { SmartClient } from './smart/smart-client.entity';
export { supportedScopes, toSmartScope } from './smart/smart-scopes';
export type { AccessToken } from './tokens/access-token.entity';
export * from './tokens/principal';
export * from './tokens/scopes';
export * from './tokens/tokens.service';

/** All entities of the library, for the data source. */
export const accessEntities = [AccessToken, IdempotencyKey, SmartAssertion, SmartClient];
