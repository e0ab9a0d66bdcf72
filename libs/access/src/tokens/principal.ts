import type { RateLimit } from '@gateway/kernel';
import type { Scope } from './scopes';

/** Who makes a request, as the token says. */
export interface Principal {
  readonly tokenId: string;
  /** Null on the operating side. */
  readonly partnerId: string | null;
  readonly laboratory: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Null when nothing limits the token. */
  readonly rateLimit: RateLimit | null;
  /** The client of SMART Backend Services, whose tokens share one rate limit. */
  readonly clientId?: string;
  /** What such a client was granted, by type of resource; absent where `scopes` says it all. */
  readonly smartScopes?: readonly string[];
}

/** A principal of a partner: what the partner interface works with. */
export interface PartnerPrincipal extends Principal {
  readonly partnerId: string;
}
