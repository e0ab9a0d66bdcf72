import type { Bench } from './compare';
import type { Progress } from './report/progress';
import type { Scenario } from './scenarios';

/** Memory in MB. */
export interface MemorySample {
  readonly rssMb: number;
  readonly heapMb: number;
}

export interface Soak {
  readonly seconds: number;
  readonly requests: number;
  /** By tenths of the time: what levels off are caches that fill, what does not is a leak. */
  readonly tenths: readonly MemorySlice[];
}

/** Means over some time. */
export interface MemorySlice extends MemorySample {
  /** The least that the heap held, which is nearest to what is alive. */
  readonly leastHeapMb: number;
}

const sliceSeconds = 2;

const parts = 10;

const sliceOf = (samples: readonly MemorySample[]): MemorySlice => ({
  rssMb: samples.reduce((sum, { rssMb }) => sum + rssMb, 0) / samples.length,
  heapMb: samples.reduce((sum, { heapMb }) => sum + heapMb, 0) / samples.length,
  leastHeapMb: Math.min(...samples.map(({ heapMb }) => heapMb)),
});

/** As even as the number of samples lets them be; fewer than ten where there are fewer samples. */
function tenthsOf(samples: readonly MemorySample[]): readonly MemorySlice[] {
  const count = Math.min(parts, samples.length);
  const edge = (part: number): number => Math.floor((part * samples.length) / count);
  return Array.from({ length: count }, (_, part) => sliceOf(samples.slice(edge(part), edge(part + 1))));
}

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
  return { seconds, requests, tenths: tenthsOf(samples) };
}
