import type { Bench } from './compare';
import type { Progress } from './report/progress';
import type { Scenario } from './scenarios';

/** Memory in MB at one moment. */
export interface MemorySample {
  readonly rssMb: number;
  readonly heapMb: number;
}

export interface Soak {
  readonly seconds: number;
  readonly requests: number;
  /** Means over the first and the last tenth of the time. */
  readonly first: MemorySample;
  readonly last: MemorySample;
}

const sliceSeconds = 2;

const mean = (samples: readonly MemorySample[]): MemorySample => ({
  rssMb: samples.reduce((sum, { rssMb }) => sum + rssMb, 0) / samples.length,
  heapMb: samples.reduce((sum, { heapMb }) => sum + heapMb, 0) / samples.length,
});

/** Mixed load for so long: every scenario in turn, a few seconds each; does the memory keep growing? */
export async function soak(bench: Bench, scenarios: readonly Scenario[], seconds: number, progress: Progress): Promise<Soak> {
  const lasting = scenarios.filter(({ consumes }) => consumes !== true);
  const samples: MemorySample[] = [];
  let requests = 0;
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const scenario = lasting[turn % lasting.length]!;
    progress.note(`soak: ${scenario.name}`);
    requests += await bench.loadService(scenario, sliceSeconds);
    samples.push(await bench.memory());
  }
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  return { seconds, requests, first: mean(samples.slice(0, tenth)), last: mean(samples.slice(-tenth)) };
}
