import { hash, randomBytes } from 'node:crypto';
import { Clock, Database, Identifiers, type RateLimit, ServiceSettings } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IsNull } from 'typeorm';
import { AccessToken } from './access-token.entity';
import type { Principal } from './principal';
import type { Scope } from './scopes';

export interface NewToken {
  readonly partnerId: string | null;
  readonly laboratory: string | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly rateLimit: RateLimit | null;
  /** The client of SMART Backend Services that gets it, and what it was granted. */
  readonly client?: { readonly id: string; readonly smartScopes: readonly string[] };
}

interface KnownToken {
  readonly token: AccessToken;
  readonly principal: Principal;
}

/** In base64, by which tokens are remembered. */
const digestOf = (secret: string): string => hash('sha256', secret, 'base64');

const bytesOf = (digest: string): Buffer => Buffer.from(digest, 'base64');

/** A revoked token works at most this long in a process that has just seen it. */
const cacheMilliseconds = 3_000;
const cachedTokens = 10_000;

@Injectable()
export class TokensService {
  private readonly known = new LRUCache<string, KnownToken>({ max: cachedTokens, ttl: cacheMilliseconds });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly settings: ServiceSettings,
  ) {}

  /** Who the secret stands for. @throws AppError when the token is not known, expired or revoked */
  async verify(secret: string): Promise<Principal> {
    const digest = digestOf(secret);
    const { token, principal } = this.known.get(digest) ?? (await this.find(digest));
    const isExpired = token.expiresAt !== null && token.expiresAt <= this.clock.now();
    if (isExpired || token.revokedAt !== null) throw new AppError('token_invalid');
    return principal;
  }

  private async find(digest: string): Promise<KnownToken> {
    const token = await this.database.manager.findOneBy(AccessToken, { digest: bytesOf(digest) });
    if (token === null) throw new AppError('token_invalid');
    const known = { token, principal: this.toPrincipal(token) };
    this.known.set(digest, known);
    return known;
  }

  private toPrincipal({ id, partnerId, laboratory, scopes, rateLimit, clientId, smartScopes }: AccessToken): Principal {
    return {
      tokenId: id,
      partnerId,
      laboratory: laboratory ?? 'default',
      scopes: new Set(scopes),
      rateLimit: rateLimit ?? (partnerId === null ? null : this.settings.rateLimit),
      ...(clientId !== null && { clientId, smartScopes: smartScopes ?? [] }),
    };
  }

  /** Makes a token; its secret is told here and never again. */
  async create(token: NewToken, secret = `lab_${randomBytes(32).toString('base64url')}`): Promise<{ token: AccessToken; secret: string }> {
    const entity: AccessToken = {
      id: this.identifiers.next(),
      partnerId: token.partnerId,
      laboratory: token.laboratory,
      name: token.name,
      digest: bytesOf(digestOf(secret)),
      scopes: [...token.scopes],
      rateLimit: token.rateLimit,
      clientId: token.client?.id ?? null,
      smartScopes: token.client?.smartScopes ?? null,
      expiresAt: token.expiresAt,
      revokedAt: null,
      createdAt: this.clock.now(),
    };
    await this.database.manager.insert(AccessToken, entity);
    return { token: entity, secret };
  }

  /** Those that were made by hand, oldest first. */
  list(): Promise<AccessToken[]> {
    return this.database.manager.find(AccessToken, { where: { clientId: IsNull() }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws AppError when there is no such token; a second revocation changes nothing */
  async revoke(id: string): Promise<void> {
    const token = await this.database.manager.findOneBy(AccessToken, { id });
    if (token === null) throw AppError.recordNotFound();
    if (token.revokedAt === null) await this.database.manager.update(AccessToken, { id }, { revokedAt: this.clock.now() });
    this.known.delete(token.digest.toString('base64'));
  }

  /** Reads the tokens of a client anew, whose registration has changed. */
  forgetClient(clientId: string): void {
    for (const [key, { token }] of [...this.known.entries()]) if (token.clientId === clientId) this.known.delete(key);
  }

  /**
   * Makes sure that somebody can administer: the token of the setting ADMIN_TOKEN, which replaces an earlier one; without
   * the setting a new token when there is none. Returns the secret of a token that it made up.
   */
  ensureAdministrator(): Promise<string | undefined> {
    return this.database.transaction(async () => {
      await this.database.query('LOCK TABLE access_tokens IN SHARE ROW EXCLUSIVE MODE');
      const { adminToken } = this.settings;
      if (adminToken !== undefined) {
        await this.replaceConfigured(adminToken);
        return undefined;
      }
      const administrators = await this.database.query(
        `SELECT 1 FROM access_tokens WHERE 'admin' = ANY(scopes) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) LIMIT 1`,
        [this.clock.now()],
      );
      if (administrators.length > 0) return undefined;
      return (await this.create({ ...administrator, name: 'first administrator' })).secret;
    });
  }

  private async replaceConfigured(secret: string): Promise<void> {
    const digest = bytesOf(digestOf(secret));
    await this.database.query(
      'UPDATE access_tokens SET revoked_at = $1 WHERE partner_id IS NULL AND name = $2 AND digest <> $3 AND revoked_at IS NULL',
      [this.clock.now(), configuredName, digest],
    );
    const [known] = await this.database.query('UPDATE access_tokens SET revoked_at = NULL WHERE digest = $1 RETURNING id', [digest]);
    if (known === undefined) await this.create({ ...administrator, name: configuredName }, secret);
  }
}

const configuredName = 'ADMIN_TOKEN';

const administrator = { partnerId: null, laboratory: null, scopes: ['admin'], expiresAt: null, rateLimit: null } as const satisfies Omit<
  NewToken,
  'name'
>;
