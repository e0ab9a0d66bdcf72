import type { LoadResult } from './loader';

/** What a round of load has shown. */
export interface Measurement {
  /** Requests per second. */
  readonly rps: number;
  /** Of the time until an answer, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of the program, for each request, in microseconds: what says most where other programs are running too. */
  readonly processor: number;
}

const quantile = (sorted: Float64Array, part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/**
 * @param load with the processor time of the program in milliseconds
 * @throws Error when an answer was no success: such a round measures something else
 */
export function toMeasurement(load: LoadResult & { readonly processor: number }, what: string): Measurement {
  const { requests, seconds, latencies, failures, processor } = load;
  const kinds = Object.entries(failures).map(([kind, count]) => `${count} × ${kind}`);
  if (kinds.length > 0) throw new Error(`${what}: of ${requests} requests failed ${kinds.join(', ')}`);
  const sorted = latencies.toSorted();
  return { rps: requests / seconds, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), processor: (processor * 1000) / requests };
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The median of each figure over the rounds. */
export const medianOf = (rounds: readonly Measurement[]): Measurement => ({
  rps: median(rounds.map(({ rps }) => rps)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  processor: median(rounds.map(({ processor }) => processor)),
});
