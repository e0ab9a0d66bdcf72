import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, type Attempt, type Sent } from './attempts';
import type { Caller } from './load';

const pauseMilliseconds = 200;

export const probed = ['live', 'ready', 'list'] as const;
export type Probed = (typeof probed)[number];

/** Asks the service again and again how it is, and for a page. */
export class Probes {
  readonly attempts: Attempt[] = [];
  private isRunning = true;
  private readonly loops: readonly Promise<void>[];

  constructor(private readonly caller: Caller) {
    const sent: Readonly<Record<Probed, Sent>> = {
      live: { method: 'GET', path: '/health/live' },
      ready: { method: 'GET', path: '/health/ready' },
      list: { method: 'GET', path: '/v1/diagnostic_orders?itemsPerPage=1', token: caller.partnerToken },
    };
    this.loops = probed.map((what) => this.ask(what, sent[what]));
  }

  of(what: Probed): readonly Attempt[] {
    return this.attempts.filter((each) => each.what === what);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.loops);
  }

  private async ask(what: Probed, sent: Sent): Promise<void> {
    while (this.isRunning) {
      this.attempts.push(await attempt(this.caller.url, what, sent));
      await sleep(pauseMilliseconds);
    }
  }
}
