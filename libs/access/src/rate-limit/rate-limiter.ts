import { Clock, type RateLimit } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RedisBuckets, type SharingListener } from './redis-buckets';
import { type Bucket, type Decision, takeToken } from './token-bucket';

const trackedTokens = 100_000;

/** Limits requests per token (draft-ietf-httpapi-ratelimit-headers-10 for the headers). */
@Injectable()
export class RateLimiter implements OnApplicationShutdown {
  private readonly ownBuckets = new LRUCache<string, Bucket>({ max: trackedTokens });
  private sharedBuckets: RedisBuckets | undefined;

  constructor(private readonly clock: Clock) {}

  /** From now on counts with all instances that use this Redis; in this process alone as long as it does not answer. */
  shareThrough(redisUrl: string, onChange: SharingListener): void {
    this.sharedBuckets = new RedisBuckets(redisUrl, onChange);
  }

  /** Counts a request and tells the headers of its answer. @throws AppError when the limit is reached */
  async take(tokenId: string, limit: RateLimit): Promise<Readonly<Record<string, string>>> {
    const decision = (await this.takeShared(tokenId, limit)) ?? this.takeOwn(tokenId, limit);
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

  onApplicationShutdown(): void {
    this.sharedBuckets?.close();
  }

  private takeOwn(tokenId: string, limit: RateLimit): Decision {
    const decision = takeToken(this.ownBuckets.get(tokenId), limit, this.clock.now().getTime());
    this.ownBuckets.set(tokenId, decision.bucket);
    return decision;
  }

  private async takeShared(tokenId: string, limit: RateLimit): Promise<Decision | undefined> {
    const decision = await this.sharedBuckets?.take(tokenId, limit);
    // Without Redis the count goes on from here, by the clock of this process: an outage fills no bucket.
    if (decision !== undefined) this.ownBuckets.set(tokenId, { tokens: decision.bucket.tokens, at: this.clock.now().getTime() });
    return decision;
  }
}
