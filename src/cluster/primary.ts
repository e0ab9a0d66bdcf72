import { pino } from 'pino';
import { prepareDatabase } from '../database';
import { sayListening } from '../listening';
import type { Settings } from '../settings';
import type { Running } from '../shutdown';
import type { Question } from './messages';
import { SharedState } from './shared-state';
import { WorkerMetrics } from './worker-metrics';
import { Workforce } from './workforce';

/** The service in several processes: this one has the database and what the workers share, the workers answer requests. */
export async function startWorkers(settings: Settings): Promise<Running> {
  const { url: databaseUrl, embedded } = await prepareDatabase(settings);
  const logger = pino({ level: settings.logLevel });
  const metrics = new WorkerMetrics(() => workforce.tellAll({ kind: 'measure' }));
  const shared = new SharedState(metrics);
  const workforce = new Workforce(
    settings.workers,
    (post, isStart) => ({ settings, databaseUrl, makesFirstRecords: isStart && post === 0, cleans: post === 0 }),
    {
      onReport: (worker, report) => {
        if (report.kind === 'measured') metrics.receive(worker, report.measurements);
        else void answer(worker, report.id, report.question);
      },
      onEnd: (worker) => metrics.retire(worker),
      onReplace: (facts) => {
        metrics.countRestart();
        logger.warn({ worker: facts.pid, code: facts.code, signal: facts.signal }, 'a worker has ended and is replaced');
      },
      onFailure: (reason) => void process.stderr.write(`A worker could not start: ${reason}\n`),
    },
  );
  // Without an answer the worker goes on alone.
  const answer = async (worker: number, id: number, question: Question): Promise<void> => {
    const value = await shared.answer(question).catch(() => undefined);
    workforce.tellOne(worker, { kind: 'answer', id, value });
  };
  await workforce.start();
  sayListening(settings);
  return {
    stop: async () => {
      await workforce.stop();
      await embedded?.stop();
    },
  };
}
