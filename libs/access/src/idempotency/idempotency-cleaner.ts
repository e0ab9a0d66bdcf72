import { Clock, Database } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { PeriodicCleaner } from '../periodic-cleaner';
import { keptMilliseconds } from './idempotency.interceptor';

/** Removes stored answers that are too old to be repeated. */
@Injectable()
export class IdempotencyCleaner extends PeriodicCleaner {
  protected readonly intervalMilliseconds = 10 * 60 * 1000;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async removeExpired(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - keptMilliseconds);
    await this.database.query('DELETE FROM idempotency_keys WHERE created_at <= $1', [oldest]);
  }
}
