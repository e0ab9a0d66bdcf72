import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Measurements, MetricsSource } from '../http/metrics';

const patienceMilliseconds = 2_000;

/** In JSON a type is its name. */
const isSummed = ({ type }: Measurements[number]): boolean => ['counter', 'histogram'].includes(String(type));

const sumOf = (measurements: readonly Measurements[]): Registry => AggregatorRegistry.aggregate([...measurements]);

/**
 * The measurements of all workers as one. Counters of workers that have ended stay in the sums, as they were last told: a counter that
 * fell would look to Prometheus like one that had begun anew, and its whole value like an increase.
 */
export class WorkerMetrics implements MetricsSource {
  private readonly latest = new Map<number, Measurements>();
  private readonly answers = new Map<number, () => void>();
  private ended: Promise<Measurements> = Promise.resolve([]);
  private running: Promise<string> | undefined;
  private readonly own = new Registry();

  private readonly restarts = new Counter({
    name: 'worker_restarts_total',
    help: 'How many workers ended and were replaced.',
    registers: [this.own],
  });

  /** @param measure asks all workers that listen; their ids */
  constructor(private readonly measure: () => readonly number[]) {
    const count = (): number => this.latest.size;
    new Gauge({
      name: 'workers',
      help: 'How many workers have been measured.',
      registers: [this.own],
      collect() {
        this.set(count());
      },
    });
  }

  receive(worker: number, measurements: Measurements): void {
    this.latest.set(worker, measurements);
    this.answers.get(worker)?.();
  }

  /** The worker has ended. */
  retire(worker: number): void {
    const last = this.latest.get(worker);
    this.latest.delete(worker);
    this.answers.get(worker)?.();
    if (last === undefined) return;
    this.ended = this.ended.then((ended) => sumOf([ended, last.filter(isSummed)]).getMetricsAsJSON());
  }

  countRestart(): void {
    this.restarts.inc();
  }

  /** A worker that does not tell in time is in it as it was last heard. */
  render(): Promise<string> {
    this.running ??= this.collect().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async collect(): Promise<string> {
    const told = this.measure().map((worker) => new Promise<void>((resolve) => this.answers.set(worker, resolve)));
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMilliseconds);
    });
    await Promise.race([Promise.all(told), patience]);
    clearTimeout(timer);
    this.answers.clear();
    const all = [...this.latest.values(), await this.ended, await this.own.getMetricsAsJSON()];
    return sumOf(all).metrics();
  }
}
