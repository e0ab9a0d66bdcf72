import { Clock, type RateLimit } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Bucket, takeToken } from './token-bucket';

const trackedTokens = 100_000;

/** Limits requests per token in this process (draft-ietf-httpapi-ratelimit-headers-10 for the headers). */
@Injectable()
export class RateLimiter {
  private readonly buckets = new LRUCache<string, Bucket>({ max: trackedTokens });

  constructor(private readonly clock: Clock) {}

  /** Counts a request and tells the headers of its answer. @throws AppError when the limit is reached */
  take(tokenId: string, limit: RateLimit): Readonly<Record<string, string>> {
    const decision = takeToken(this.buckets.get(tokenId), limit, this.clock.now().getTime());
    this.buckets.set(tokenId, decision.bucket);
    const headers = {
      'RateLimit-Policy': `"default";q=${limit.quota};w=${limit.windowSeconds}`,
      RateLimit: `"default";r=${decision.remaining};t=${decision.resetSeconds}`,
    };
    if (decision.allowed) return headers;
    throw new AppError('rate_limited', {
      parameters: { seconds: decision.retrySeconds },
      headers: { ...headers, 'Retry-After': String(decision.retrySeconds) },
    });
  }
}

const failuresPerMinute = 30;

/** Limits failed authentication per client address; requests with a valid token do not pass here. */
@Injectable()
export class LoginLimiter {
  private readonly failures = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 });

  /** Counts a failure. @returns the seconds to wait when the address has had too many */
  async countFailure(address: string): Promise<number | undefined> {
    try {
      await this.failures.consume(address);
      return undefined;
    } catch (limited) {
      const { msBeforeNext } = limited as { msBeforeNext: number };
      return Math.max(1, Math.ceil(msBeforeNext / 1000));
    }
  }
}
