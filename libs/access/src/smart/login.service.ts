import { createHash } from 'node:crypto';
import { Clock, Database, ServiceSettings } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../rate-limit/rate-limiter';
import { TokensService } from '../tokens/tokens.service';
import { claimedClientId, type VerifiedAssertion, verifyAssertion } from './client-assertion';
import { SmartClientsService } from './clients.service';
import { toDoorScopes } from './door-scopes.mapper';
import { OAuthError } from './oauth-error';
import type { SmartClient } from './smart-client.entity';
import { type Grant, grantScopes, toSmartScope } from './smart-scopes';
import type { TokenRequest } from './token-request';

export const tokenSeconds = 300;

/** Where tokens are to be had. */
export const tokenEndpoint = (baseUrl: string): string => `${baseUrl}/auth/token`;

export interface Login {
  readonly token: string;
  readonly scope: string;
  /** Headers of the client's rate limit. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Gives short-lived tokens to clients that prove who they are (SMART Backend Services). */
@Injectable()
export class LoginService {
  constructor(
    private readonly clients: SmartClientsService,
    private readonly tokens: TokensService,
    private readonly rateLimiter: RateLimiter,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: ServiceSettings,
  ) {}

  /** @throws OAuthError; AppError past the client's rate limit */
  async login({ assertion, scope, clientId }: TokenRequest): Promise<Login> {
    const claimed = claimedClientId(assertion);
    if (clientId !== undefined && clientId !== claimed) {
      throw new OAuthError('invalid_client', 'client_id is not the client of the assertion.');
    }
    const client = await this.clients.find(claimed);
    const verified = await verifyAssertion(assertion, {
      clientId: claimed,
      keys: client?.keys ?? [],
      audience: tokenEndpoint(this.settings.baseUrl),
      now: this.clock.now(),
    });
    await this.useOnce(claimed, verified);
    // Without keys nothing is verified.
    const headers = await this.rateLimiter.take(client!.id, this.settings.rateLimit);
    const grant = grantScopes(scope, client!.scopes);
    if (grant === undefined) throw new OAuthError('invalid_scope', 'None of the scopes is registered for the client.');
    return { token: await this.issue(client!, grant), scope: grant.answer, headers };
  }

  /** The primary key decides, over all processes. */
  private async useOnce(clientId: string, { jti, forgottenAt }: VerifiedAssertion): Promise<void> {
    const digest = createHash('sha256').update(`${clientId}\n${jti}`).digest();
    const stored = await this.database.query(
      'INSERT INTO smart_assertions (digest, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [digest, forgottenAt],
    );
    if (stored.length === 0) throw new OAuthError('invalid_client', 'The assertion was used before.');
  }

  private async issue(client: SmartClient, grant: Grant): Promise<string> {
    const made = await this.clients.whileUnchanged(client, () =>
      this.tokens.create({
        partnerId: client.partnerId,
        laboratory: null,
        name: client.name,
        scopes: toDoorScopes(grant.scopes.flatMap((text) => toSmartScope(text) ?? [])),
        expiresAt: new Date(this.clock.now().getTime() + tokenSeconds * 1000),
        rateLimit: null,
        client: { id: client.id, smartScopes: grant.scopes },
      }),
    );
    if (made === undefined) throw new OAuthError('invalid_client', 'The registration of the client has just changed.');
    return made.secret;
  }
}
