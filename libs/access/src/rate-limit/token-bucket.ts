import type { RateLimit } from '@gateway/kernel';

/** A bucket of `burst` tokens that refills at `quota` per window. */
export interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

export interface Decision {
  readonly allowed: boolean;
  readonly bucket: Bucket;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until a token is there; 0 when one was. */
  readonly retrySeconds: number;
}

/** Fractions add up a little short of the whole that they make; who waited as told must be let in. */
const rounding = 1e-9;

/** Takes one token at the moment `now` (milliseconds). An unknown bucket is full. A clock that steps back refills nothing. */
export function takeToken(bucket: Bucket | undefined, { quota, windowSeconds, burst }: RateLimit, now: number): Decision {
  const perMillisecond = quota / (windowSeconds * 1000);
  const before = bucket ?? { tokens: burst, at: now };
  const at = Math.max(now, before.at);
  const available = Math.min(burst, before.tokens + (at - before.at) * perMillisecond);
  const allowed = available >= 1 - rounding;
  const tokens = allowed ? Math.max(0, available - 1) : available;
  return {
    allowed,
    bucket: { tokens, at },
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((burst - tokens) / perMillisecond / 1000),
    retrySeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - available) / perMillisecond / 1000)),
  };
}
