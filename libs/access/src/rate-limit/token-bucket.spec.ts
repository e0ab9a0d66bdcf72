import type { RateLimit } from '@gateway/kernel';
import fc from 'fast-check';
import { type Bucket, takeToken } from './token-bucket';

const limit: RateLimit = { quota: 60, windowSeconds: 60, burst: 3 };

/** Takes at each of the moments in turn; which were allowed. */
function takeAt(moments: readonly number[], rateLimit: RateLimit = limit): boolean[] {
  let bucket: Bucket | undefined;
  return moments.map((moment) => {
    const decision = takeToken(bucket, rateLimit, moment);
    bucket = decision.bucket;
    return decision.allowed;
  });
}

describe('takeToken', () => {
  it('begins full', () => {
    expect(takeToken(undefined, limit, 5_000)).toEqual({
      allowed: true,
      bucket: { tokens: 2, at: 5_000 },
      remaining: 2,
      resetSeconds: 1,
      retrySeconds: 0,
    });
  });

  it('refuses when empty and says when a token comes', () => {
    const empty: Bucket = { tokens: 0, at: 0 };
    expect(takeToken(empty, limit, 0)).toEqual({ allowed: false, bucket: empty, remaining: 0, resetSeconds: 3, retrySeconds: 1 });
    expect(takeToken(empty, { quota: 1, windowSeconds: 60, burst: 1 }, 15_000).retrySeconds).toBe(45);
  });

  it.each([
    ['the burst and no more at one moment', [0, 0, 0, 0], [true, true, true, false]],
    ['one more each second', [0, 0, 0, 0, 1000, 1000, 2000], [true, true, true, false, true, false, true]],
    ['nothing a millisecond early', [0, 0, 0, 999, 1000], [true, true, true, false, true]],
    ['no more than the burst after a long pause', [0, 3_600_000, 3_600_000, 3_600_000, 3_600_000], [true, true, true, true, false]],
    ['nothing for a clock that steps back', [10_000, 10_000, 10_000, 0, 999], [true, true, true, false, false]],
    ['one more a second after the clock stepped back', [9_000_000, 9_000_000, 9_000_000, 0, 1000], [true, true, true, false, true]],
  ])('gives %s', (_, moments, allowed) => {
    expect(takeAt(moments)).toEqual(allowed);
  });

  it.each<[RateLimit, number]>([
    [{ quota: 1, windowSeconds: 5620, burst: 1 }, 5_620_000],
    [{ quota: 12, windowSeconds: 8004, burst: 1 }, 667_000],
    [{ quota: 1, windowSeconds: 43_931, burst: 1 }, 43_931_000],
  ])('gives a token of %j when it is due, whatever rounding made of it', (rateLimit, due) => {
    const empty: Bucket = { tokens: 0, at: 0 };
    expect(takeToken(empty, rateLimit, due - 1).allowed).toBe(false);
    expect(takeToken(empty, rateLimit, due)).toMatchObject({ allowed: true, remaining: 0, bucket: { tokens: 0 } });
  });

  it('never gives a window more than quota and burst, whenever the requests come', () => {
    const limits = fc.record({
      quota: fc.integer({ min: 1, max: 50 }),
      windowSeconds: fc.integer({ min: 1, max: 10 }),
      burst: fc.integer({ min: 1, max: 50 }),
    });
    const pauses = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(limits, pauses, (rateLimit, gaps) => {
        let now = 0;
        const moments = gaps.map((gap) => (now += gap));
        const allowed = takeAt(moments, rateLimit);
        const taken = moments.filter((_, index) => allowed[index]);
        const width = rateLimit.windowSeconds * 1000;
        for (const start of taken) {
          const inWindow = taken.filter((moment) => moment >= start && moment < start + width).length;
          expect(inWindow).toBeLessThanOrEqual(rateLimit.quota + rateLimit.burst);
        }
      }),
    );
  });

  it('keeps its promise: a request after the seconds it told is let in, and what it tells is never negative', () => {
    const limits = fc.record({
      quota: fc.integer({ min: 1, max: 1_000_000_000 }),
      windowSeconds: fc.integer({ min: 1, max: 86_400 }),
      burst: fc.integer({ min: 1, max: 1_000_000_000 }),
    });
    fc.assert(
      fc.property(limits, fc.double({ min: 0, max: 0.999, noNaN: true }), (rateLimit, tokens) => {
        const refused = takeToken({ tokens, at: 0 }, rateLimit, 0);
        expect(refused).toMatchObject({ allowed: false, remaining: 0 });
        expect(refused.retrySeconds).toBeGreaterThanOrEqual(1);
        expect(refused.resetSeconds).toBeGreaterThanOrEqual(0);
        expect(takeToken(refused.bucket, rateLimit, refused.retrySeconds * 1000).allowed).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
