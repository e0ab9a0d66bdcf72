import { Clock, Database } from '@gateway/kernel';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

const intervalMilliseconds = 60_000;

/** Kept so much longer than needed: the clocks of the instances differ. */
const marginMilliseconds = 60_000;

/** Removes tokens of clients that have expired, and assertions that nobody could use again. */
@Injectable()
export class SmartCleaner implements OnApplicationShutdown {
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
    const oldest = new Date(this.clock.now().getTime() - marginMilliseconds);
    await this.database.query('DELETE FROM smart_assertions WHERE expires_at <= $1', [oldest]);
    await this.database.query('DELETE FROM access_tokens WHERE client_id IS NOT NULL AND expires_at <= $1', [oldest]);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
