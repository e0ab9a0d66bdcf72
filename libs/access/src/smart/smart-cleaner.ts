import { Clock, Database } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { PeriodicCleaner } from '../periodic-cleaner';

/** Kept so much longer than needed: the clocks of the instances differ. */
const marginMilliseconds = 60_000;

/** Removes tokens of clients that have expired, and assertions that nobody could use again. */
@Injectable()
export class SmartCleaner extends PeriodicCleaner {
  protected readonly intervalMilliseconds = 60_000;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async removeExpired(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - marginMilliseconds);
    await this.database.query('DELETE FROM smart_assertions WHERE expires_at <= $1', [oldest]);
    await this.database.query('DELETE FROM access_tokens WHERE client_id IS NOT NULL AND expires_at <= $1', [oldest]);
  }
}
