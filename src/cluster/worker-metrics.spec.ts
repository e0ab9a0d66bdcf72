import { Counter, Gauge, Registry } from 'prom-client';
import type { Measurements } from '../http/metrics';
import { WorkerMetrics } from './worker-metrics';

async function measured(requests: number, connections: number): Promise<Measurements> {
  const registry = new Registry();
  new Counter({ name: 'requests_total', help: 'r', labelNames: ['status'], registers: [registry] }).inc({ status: '200' }, requests);
  new Gauge({ name: 'connections', help: 'c', registers: [registry] }).set(connections);
  return registry.getMetricsAsJSON();
}

describe('WorkerMetrics', () => {
  let silent: boolean;
  let counts: Record<number, readonly [requests: number, connections: number]>;
  let metrics: WorkerMetrics;

  beforeEach(() => {
    silent = false;
    counts = { 1: [10, 3], 2: [20, 4] };
    metrics = new WorkerMetrics(() => {
      const workers = Object.keys(counts).map(Number);
      const answering = silent ? workers.slice(1) : workers;
      for (const worker of answering) void measured(...counts[worker]!).then((told) => metrics.receive(worker, told));
      return workers;
    });
  });

  const lines = async (): Promise<readonly string[]> =>
    (await metrics.render()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

  it('adds up what the workers tell', async () => {
    expect(await lines()).toEqual(['requests_total{status="200"} 30', 'connections 7', 'worker_restarts_total 0', 'workers 2']);
  });

  it('keeps the counters of a worker that has ended, and nothing else of it', async () => {
    await lines();
    metrics.retire(1);
    metrics.countRestart();
    counts = { 2: [21, 5], 3: [1, 1] };
    expect(await lines()).toEqual(['requests_total{status="200"} 32', 'connections 6', 'worker_restarts_total 1', 'workers 2']);
    metrics.retire(2);
    metrics.retire(3);
    counts = { 4: [100, 1] };
    expect(await lines()).toEqual(['requests_total{status="200"} 132', 'connections 1', 'worker_restarts_total 1', 'workers 1']);
  });

  it('takes a worker that does not answer in time as it was last heard', async () => {
    await lines();
    silent = true;
    counts = { 1: [11, 3], 2: [22, 4] };
    expect((await lines())[0]).toBe('requests_total{status="200"} 32');
  });

  it('asks once for those who ask together', async () => {
    const [first, second] = [metrics.render(), metrics.render()];
    expect(await first).toBe(await second);
  });
});
