import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The measurements of one process, metric by metric. */
export type Measurements = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Measurements of several processes, as Prometheus reads them. */
export interface MetricsSource {
  render(): Promise<string>;
}

type Durations = Histogram<'method' | 'route' | 'status'>;

const mostPending = 256;

/** Durations with the same labels. Many at once cost a fraction of what they cost one by one. */
class Series {
  private pending: number[] = [];

  constructor(private readonly child: ReturnType<Durations['labels']>) {}

  observe(seconds: number): void {
    this.pending.push(seconds);
    if (this.pending.length >= mostPending) this.settle();
  }

  /** Counts what is pending; before anybody reads the measurements. */
  settle(): void {
    for (const seconds of this.pending) this.child.observe(seconds);
    this.pending = [];
  }
}

/** What a map has under the key; made when there is nothing. */
function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** The service's measurements, as Prometheus reads them. */
@Injectable()
export class ServiceMetrics {
  private readonly registry = new Registry();

  private readonly durations: Durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
    collect: () => this.settle(),
  });

  /** Those of `durations` by route, method and status: their labels would be put together anew for each request. */
  private readonly series = new Map<string, Map<string, Map<number, Series>>>();

  private readonly rateLimitSharing = new Gauge({
    name: 'rate_limit_shared',
    help: '1: requests are counted over all instances through Redis; 0: on this host, or in this process while Redis is away.',
    aggregator: 'min',
    registers: [this.registry],
  });

  private everybody: MetricsSource | undefined;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const byMethod = entryOf(this.series, route, () => new Map<string, Map<number, Series>>());
    const byStatus = entryOf(byMethod, method, () => new Map<number, Series>());
    entryOf(byStatus, status, () => new Series(this.durations.labels(method, route, String(status)))).observe(seconds);
  }

  setRateLimitShared(isShared: boolean): void {
    this.rateLimitSharing.set(isShared ? 1 : 0);
  }

  /** From now on tells what all processes have measured. */
  renderThrough(everybody: MetricsSource): void {
    this.everybody = everybody;
  }

  /** What this process has measured. */
  measurements(): Promise<Measurements> {
    return this.registry.getMetricsAsJSON();
  }

  async render(): Promise<{ readonly contentType: string; readonly text: string }> {
    const text = await (this.everybody?.render() ?? this.registry.metrics());
    return { contentType: this.registry.contentType, text };
  }

  private settle(): void {
    for (const byMethod of this.series.values())
      for (const byStatus of byMethod.values()) for (const series of byStatus.values()) series.settle();
  }
}
