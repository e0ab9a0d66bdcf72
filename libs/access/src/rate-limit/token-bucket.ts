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

/** A token, less what rounding may have taken from it: refilled over its whole time it can come out as 0.9999999999999999. */
export const wholeToken = 1 - 1e-9;

export const tokensPerMillisecond = ({ quota, windowSeconds }: RateLimit): number => quota / (windowSeconds * 1000);

/** Takes one token at the moment `now` (milliseconds). An unknown bucket is full. A clock that steps back refills nothing, and goes on from there. */
export function takeToken(bucket: Bucket | undefined, limit: RateLimit, now: number): Decision {
  const before = bucket ?? { tokens: limit.burst, at: now };
  const elapsed = Math.max(0, now - before.at);
  const tokens = Math.min(limit.burst, before.tokens + elapsed * tokensPerMillisecond(limit));
  return takeFrom({ tokens, at: now }, limit);
}

/** Takes one token out of a bucket that has been refilled up to its moment. */
export function takeFrom({ tokens: available, at }: Bucket, limit: RateLimit): Decision {
  const perMillisecond = tokensPerMillisecond(limit);
  const allowed = available >= wholeToken;
  const tokens = allowed ? Math.max(0, available - 1) : available;
  return {
    allowed,
    bucket: { tokens, at },
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((limit.burst - tokens) / perMillisecond / 1000),
    retrySeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - available) / perMillisecond / 1000)),
  };
}
