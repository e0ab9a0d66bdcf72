import type { AuditEvent } from './audit-event.entity';

/** Events that may wait in memory. */
const mostWaiting = 10_000;

/** How long an event may wait before the next one has to wait too: what a killed process can lose at most. */
const oldestMilliseconds = 1_000;

/** Events on their way to the database, in the order they came, with the moments in which they came. */
export class ReadQueue {
  private events: AuditEvent[] = [];
  private arrivals: number[] = [];

  get size(): number {
    return this.events.length;
  }

  /** Whether one more may be taken in without risking more than was promised. */
  hasRoom(nowMilliseconds: number): boolean {
    const [oldest] = this.arrivals;
    return oldest === undefined || (this.events.length < mostWaiting && nowMilliseconds - oldest < oldestMilliseconds);
  }

  add(event: AuditEvent, nowMilliseconds: number): void {
    this.events.push(event);
    this.arrivals.push(nowMilliseconds);
  }

  /** The oldest events; they stay until they are removed. */
  first(count: number): readonly AuditEvent[] {
    return this.events.slice(0, count);
  }

  removeFirst(count: number): void {
    this.events = this.events.slice(count);
    this.arrivals = this.arrivals.slice(count);
  }
}
