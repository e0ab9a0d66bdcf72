import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The measurements of one process, metric by metric. */
export type Measurements = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Measurements of several processes, as Prometheus reads them. */
export interface MetricsSource {
  render(): Promise<string>;
}

/** The service's measurements, as Prometheus reads them. */
@Injectable()
export class ServiceMetrics {
  private readonly registry = new Registry();

  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  /** Those of `durations` by their labels, which would be put together anew for each request. */
  private readonly series = new Map<string, ReturnType<typeof this.durations.labels>>();

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
    const name = `${method} ${status} ${route}`;
    let series = this.series.get(name);
    if (series === undefined) {
      series = this.durations.labels(method, route, String(status));
      this.series.set(name, series);
    }
    series.observe(seconds);
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
}
