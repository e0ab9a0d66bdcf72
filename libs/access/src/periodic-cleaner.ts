import type { OnApplicationShutdown } from '@nestjs/common';

/** Removes what is no longer needed, again and again; one process of a host does it for all. */
export abstract class PeriodicCleaner implements OnApplicationShutdown {
  protected abstract readonly intervalMilliseconds: number;
  private timer: NodeJS.Timeout | undefined;

  abstract removeExpired(): Promise<void>;

  /** @param onError told when a round fails; the next one tries again */
  start(onError: (error: unknown) => void): void {
    this.timer = setInterval(() => {
      this.removeExpired().catch(onError);
    }, this.intervalMilliseconds).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
