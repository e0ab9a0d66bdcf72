import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const failuresPerMinute = 30;

/** The headers of the refusal, after the same draft as those of the rate limit. */
export const loginLimitHeaders = (seconds: number): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"login";q=${failuresPerMinute};w=60`,
  RateLimit: `"login";r=0;t=${seconds}`,
  'Retry-After': String(seconds),
});

export interface FailureCounter {
  /** Counts a failure. @returns the seconds to wait when the address has had too many */
  countFailure(address: string): Promise<number | undefined>;
}

/** Counts in the memory of this process. */
export class LocalFailures implements FailureCounter {
  private readonly failures = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 });

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

/** Limits failed authentication per client address, on this host; requests with a valid token do not pass here. */
@Injectable()
export class LoginLimiter implements FailureCounter {
  private counter: FailureCounter = new LocalFailures();

  /** From now on counts together with all that use this counter. */
  shareThrough(counter: FailureCounter): void {
    this.counter = counter;
  }

  countFailure(address: string): Promise<number | undefined> {
    return this.counter.countFailure(address);
  }
}
