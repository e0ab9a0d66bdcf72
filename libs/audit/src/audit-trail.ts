import { performance } from 'node:perf_hooks';
import { Clock, Database } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AuditEvent } from './audit-event.entity';
import { ReadQueue } from './read-queue';
import { insertUnsealed, mostInSeal, storeAndSeal } from './sealing';

const flushMilliseconds = 500;
/** After a failure. */
const retryMilliseconds = 1_000;
const mostInFlush = 2_000;
/** A read waits so long for a database that does not take its event; then it is refused. */
const patienceMilliseconds = 5_000;
/** How often somebody looks for what a killed process has left unsealed. */
const sweepMilliseconds = 20_000;

/**
 * Where events go. Those of writes are inserted by the transaction of the write; those of reads wait in memory, at most for half
 * a second, and are inserted together. All are sealed together.
 */
@Injectable()
export class AuditTrail implements OnApplicationShutdown {
  private readonly queue = new ReadQueue();
  private timer: NodeJS.Timeout | undefined;
  private sweeper: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private waiting: (() => void)[] = [];
  private onError: (error: unknown, waiting: number) => void = () => undefined;
  private isStopped = false;
  /** Something came while a flush was running, perhaps too late for it. */
  private isWanted = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param onError told when events could not be stored, and how many wait; they are tried again */
  start(onError: (error: unknown, waiting: number) => void): void {
    this.onError = onError;
    this.sweeper = setInterval(() => this.schedule(0), sweepMilliseconds).unref();
  }

  /** Inserts the event of a write into its transaction; `wake` has to follow when that has ended. */
  write(event: AuditEvent): Promise<void> {
    return insertUnsealed(this.database, event);
  }

  /** Sees to it that what a transaction has left is sealed. */
  wake(): void {
    this.schedule(flushMilliseconds);
  }

  /**
   * Takes the event of a read in. A promise when the read must wait for earlier ones to be stored.
   * @throws AppError (also by the promise) when they cannot be: then the read must not be answered
   */
  read(event: AuditEvent): Promise<void> | undefined {
    const now = performance.now();
    if (!this.queue.hasRoom(now)) return this.readLater(event);
    this.take(event, now);
    return undefined;
  }

  /** Takes in the event of a refusal; lost when there is no room, since a refusal shows no data. Tells whether it was taken. */
  refused(event: AuditEvent): boolean {
    const now = performance.now();
    const hasRoom = this.queue.hasRoom(now);
    if (hasRoom) this.take(event, now);
    else this.onError(new AppError('database_unavailable'), this.queue.size);
    return hasRoom;
  }

  /** Stores and seals all that waits. @throws when the database does not take it */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.storeAll().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeper);
    clearTimeout(this.timer);
    this.isStopped = true;
    // What came while a flush was running needs one more.
    await this.running?.catch(() => undefined);
    await this.flush().catch((error: unknown) => this.onError(error, this.queue.size));
  }

  private take(event: AuditEvent, nowMilliseconds: number): void {
    this.queue.add(event, nowMilliseconds);
    this.schedule(this.queue.size >= mostInSeal ? 0 : flushMilliseconds);
  }

  private async readLater(event: AuditEvent): Promise<void> {
    const end = performance.now() + patienceMilliseconds;
    for (;;) {
      const left = end - performance.now();
      if (left <= 0 || this.isStopped) throw new AppError('database_unavailable', { headers: { 'Retry-After': '5' } });
      await this.room(left);
      const now = performance.now();
      if (!this.queue.hasRoom(now)) continue;
      this.take(event, now);
      return;
    }
  }

  /** Resolves when a flush has made room, or after so many milliseconds. */
  private room(milliseconds: number): Promise<void> {
    this.schedule(0);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private schedule(milliseconds: number): void {
    if (this.isStopped) return;
    if (this.running !== undefined) {
      this.isWanted = true;
      return;
    }
    if (this.timer !== undefined) {
      if (milliseconds > 0) return;
      clearTimeout(this.timer);
    }
    this.timer = setTimeout(() => {
      this.flush().then(
        () => {
          if (this.isWanted) this.schedule(flushMilliseconds);
        },
        (error: unknown) => {
          this.onError(error, this.queue.size);
          this.schedule(retryMilliseconds);
        },
      );
    }, milliseconds).unref();
  }

  private async storeAll(): Promise<void> {
    this.isWanted = false;
    for (;;) {
      const reads = this.queue.first(mostInFlush);
      const sealed = await storeAndSeal(this.database, reads, this.clock.now());
      this.queue.removeFirst(reads.length);
      for (const resolve of this.waiting.splice(0)) resolve();
      if (reads.length < mostInFlush && sealed < mostInSeal) return;
    }
  }
}
