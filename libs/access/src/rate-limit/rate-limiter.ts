import { Clock, type RateLimit } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LocalBuckets, type SharedBuckets } from './buckets';
import type { Decision } from './token-bucket';

/** Limits requests per token (draft-ietf-httpapi-ratelimit-headers-10 for the headers). */
@Injectable()
export class RateLimiter implements OnApplicationShutdown {
  private readonly own: LocalBuckets;
  private shared: SharedBuckets | undefined;

  constructor(clock: Clock) {
    this.own = new LocalBuckets(clock);
  }

  /** From now on counts together with all that use these buckets; in this process alone as long as they do not answer. */
  shareThrough(buckets: SharedBuckets): void {
    this.shared = buckets;
  }

  /** Counts a request and tells the headers of its answer. @throws AppError when the limit is reached */
  async take(tokenId: string, limit: RateLimit): Promise<Readonly<Record<string, string>>> {
    const decision = (this.shared && (await this.takeShared(this.shared, tokenId, limit))) ?? this.own.take(tokenId, limit);
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
    this.shared?.close();
  }

  private async takeShared(shared: SharedBuckets, tokenId: string, limit: RateLimit): Promise<Decision | undefined> {
    const decision = await shared.take(tokenId, limit);
    // Without an answer the count goes on from here, by the clock of this process: an outage fills no bucket.
    if (decision !== undefined) this.own.note(tokenId, decision.bucket.tokens);
    return decision;
  }
}
