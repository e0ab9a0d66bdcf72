import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const failuresPerMinute = 30;

/** The headers of the refusal, after the same draft as those of the rate limit. */
export const loginLimitHeaders = (seconds: number): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"login";q=${failuresPerMinute};w=60`,
  RateLimit: `"login";r=0;t=${seconds}`,
  'Retry-After': String(seconds),
});

/** Limits failed authentication per client address, in this process; requests with a valid token do not pass here. */
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
