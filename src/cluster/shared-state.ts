import { LocalBuckets, LocalFailures } from '@gateway/access';
import { Clock } from '@gateway/kernel';
import type { MetricsSource } from '../http/metrics';
import type { Question } from './messages';

/** What all workers of this host share, kept by the primary: a limit is one over all of them. */
export class SharedState {
  private readonly buckets = new LocalBuckets(new Clock());
  private readonly failures = new LocalFailures();

  constructor(private readonly metrics: MetricsSource) {}

  async answer(question: Question): Promise<unknown> {
    switch (question.name) {
      case 'take':
        return this.buckets.take(question.bucket, question.limit);
      case 'countFailure':
        return this.failures.countFailure(question.address);
      case 'metrics':
        return this.metrics.render();
    }
  }
}
