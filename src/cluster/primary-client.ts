import type { Decision } from '@gateway/access';
import type { SharedOnHost } from '../application';
import type { Question } from './messages';

/**
 * What the workers of this host share, as a worker reaches it. A question needs no time limit: where the primary does not answer, no
 * connection comes either, and when it is gone the worker ends.
 */
export class PrimaryClient implements SharedOnHost {
  private readonly waiting = new Map<number, (value: unknown) => void>();
  private lastId = 0;

  constructor(private readonly send: (id: number, question: Question) => void) {}

  readonly buckets: SharedOnHost['buckets'] = {
    take: (bucket, limit) => this.ask<Decision>({ name: 'take', bucket, limit }),
    close: () => undefined,
  };

  readonly failures: SharedOnHost['failures'] = {
    countFailure: (address) => this.ask<number | undefined>({ name: 'countFailure', address }),
  };

  readonly metrics: SharedOnHost['metrics'] = { render: () => this.ask<string>({ name: 'metrics' }) };

  receive(id: number, value: unknown): void {
    this.waiting.get(id)?.(value);
    this.waiting.delete(id);
  }

  private ask<T>(question: Question): Promise<T> {
    return new Promise((resolve) => {
      this.lastId += 1;
      this.waiting.set(this.lastId, resolve as (value: unknown) => void);
      this.send(this.lastId, question);
    });
  }
}
