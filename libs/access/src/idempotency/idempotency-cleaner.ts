import { Clock, Database } from '@gateway/kernel';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { keptMilliseconds } from './idempotency.interceptor';

const intervalMilliseconds = 10 * 60 * 1000;

/** Removes stored answers that are too old to be repeated. */
@Injectable()
export class IdempotencyCleaner implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param onError told when a round fails; the next one tries again */
  start(onError: (error: unknown) => void): void {
    this.timer = setInterval(() => {
      this.removeExpired().catch(onError);
    }, intervalMilliseconds).unref();
  }

  async removeExpired(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - keptMilliseconds);
    await this.database.query('DELETE FROM idempotency_keys WHERE created_at <= $1', [oldest]);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
