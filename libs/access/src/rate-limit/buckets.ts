import type { Clock, RateLimit } from '@gateway/kernel';
import { LRUCache } from 'lru-cache';
import { type Bucket, type Decision, takeToken } from './token-bucket';

const trackedNames = 100_000;

/** Token buckets that several processes share. */
export interface SharedBuckets {
  /** @returns undefined when nobody answers */
  take(name: string, limit: RateLimit): Promise<Decision | undefined>;
  close(): void;
}

/** Token buckets in the memory of this process. */
export class LocalBuckets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: trackedNames });

  constructor(private readonly clock: Clock) {}

  take(name: string, limit: RateLimit): Decision {
    const decision = takeToken(this.buckets.get(name), limit, this.clock.now().getTime());
    this.buckets.set(name, decision.bucket);
    return decision;
  }

  /** What is left by a count from elsewhere, as of now. */
  note(name: string, tokens: number): void {
    this.buckets.set(name, { tokens, at: this.clock.now().getTime() });
  }
}
