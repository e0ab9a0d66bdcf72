import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { graceMilliseconds } from '../shutdown';
import { type Assignment, type Order, type Report, workerArgument } from './messages';
import { pauseBefore, quickEndsAfter } from './restarts';

const endsWhileStarting = 3;
const stopMilliseconds = graceMilliseconds + 5_000;

/** The place of a worker, which is taken again when one dies. */
interface Post {
  readonly number: number;
  worker: Worker | undefined;
  state: 'vacant' | 'preparing' | 'prepared' | 'listening';
  listensSince: number;
  quickEnds: number;
  timer: NodeJS.Timeout | undefined;
}

export interface WorkforceEvents {
  /** What is neither of the start nor of the end. */
  onReport(worker: number, report: Extract<Report, { kind: 'ask' | 'measured' }>): void;
  onEnd(worker: number): void;
  /** A worker that has died is about to be replaced. */
  onReplace(facts: { readonly pid: number | undefined; readonly code: number | null; readonly signal: string | null }): void;
  /** A worker that was to replace another could not start. */
  onFailure(reason: string): void;
}

const vacancy = (number: number): Post => ({
  number,
  worker: undefined,
  state: 'vacant',
  listensSince: 0,
  quickEnds: 0,
  timer: undefined,
});

const tell = (worker: Worker | undefined, order: Order): void => {
  // A worker that has just died hears nothing, and its end is told.
  if (worker?.isConnected() === true) worker.send(order, () => undefined);
};

/** Keeps a number of workers at work. */
export class Workforce {
  private readonly posts: readonly Post[];
  private phase: 'starting' | 'running' | 'stopping' = 'starting';
  private ends = 0;
  private succeed: () => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;

  /** @param assign what the worker at a post has to do */
  constructor(
    size: number,
    private readonly assign: (post: number, isStart: boolean) => Assignment,
    private readonly events: WorkforceEvents,
  ) {
    this.posts = Array.from({ length: size }, (_, number) => vacancy(number));
  }

  /** Settles when all listen, which they begin together. @throws Error when one cannot, or when they keep dying */
  start(): Promise<void> {
    cluster.setupPrimary({ args: [workerArgument] });
    return new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
      for (const post of this.posts) this.employ(post);
    });
  }

  /** The workers finish what runs; one that does not end in time is killed. */
  async stop(): Promise<void> {
    this.phase = 'stopping';
    const workers = this.posts.flatMap(({ worker }) => worker ?? []);
    const ended = Promise.all(workers.map((worker) => once(worker, 'exit')));
    for (const post of this.posts) {
      clearTimeout(post.timer);
      tell(post.worker, { kind: 'stop' });
    }
    const timer = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, stopMilliseconds);
    await ended;
    clearTimeout(timer);
  }

  /** Tells the workers that listen. @returns their ids */
  tellAll(order: Order): readonly number[] {
    const listening = this.posts.flatMap(({ worker, state }) => (state === 'listening' && worker?.isConnected() ? worker : []));
    for (const worker of listening) tell(worker, order);
    return listening.map(({ id }) => id);
  }

  tellOne(id: number, order: Order): void {
    tell(cluster.workers?.[id], order);
  }

  private employ(post: Post): void {
    const worker = cluster.fork();
    post.worker = worker;
    post.state = 'preparing';
    worker.on('message', (report: Report) => {
      this.hear(post, worker, report);
    });
    // Nothing comes from it any more, which its exit alone does not say.
    worker.once('disconnect', () => {
      this.events.onEnd(worker.id);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.dismiss(post, worker, code, signal);
    });
    tell(worker, { kind: 'begin', assignment: this.assign(post.number, this.phase === 'starting') });
  }

  private hear(post: Post, worker: Worker, report: Report): void {
    switch (report.kind) {
      case 'failed':
        if (this.phase === 'starting') this.fail(new Error(report.reason));
        else this.events.onFailure(report.reason);
        return;
      case 'prepared':
        post.state = 'prepared';
        this.openDoors();
        return;
      case 'listening':
        post.state = 'listening';
        post.listensSince = performance.now();
        this.noteProgress();
        return;
      case 'ask':
      case 'measured':
        this.events.onReport(worker.id, report);
    }
  }

  /** At the start nobody listens before all can, so that whoever reaches the service reaches all of it. */
  private openDoors(): void {
    if (this.phase === 'starting' && this.posts.some(({ state }) => state === 'vacant' || state === 'preparing')) return;
    for (const { worker, state } of this.posts) if (state === 'prepared') tell(worker, { kind: 'listen' });
  }

  private noteProgress(): void {
    if (this.phase !== 'starting' || this.posts.some(({ state }) => state !== 'listening')) return;
    this.phase = 'running';
    this.succeed();
  }

  private dismiss(post: Post, worker: Worker, code: number | null, signal: string | null): void {
    const listened = post.state === 'listening' ? performance.now() - post.listensSince : undefined;
    post.worker = undefined;
    post.state = 'vacant';
    if (this.phase === 'stopping') return;
    this.ends += 1;
    if (this.phase === 'starting' && this.ends >= endsWhileStarting) {
      this.fail(new Error(`The workers keep ending while the service starts (last ${signal ?? `with code ${code}`}).`));
      return;
    }
    post.quickEnds = quickEndsAfter(post.quickEnds, listened);
    this.events.onReplace({ pid: worker.process.pid, code, signal });
    post.timer = setTimeout(() => {
      this.employ(post);
    }, pauseBefore(post.quickEnds));
  }
}
