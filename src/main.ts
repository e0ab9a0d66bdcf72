import 'reflect-metadata';
import cluster from 'node:cluster';
import { workerArgument } from './cluster/messages';
import { keepHeapSmall } from './memory';
import { readSettings, type Settings } from './settings';
import { onStopSignal, type Running } from './shutdown';
import { reasonOf } from './start-failure';

/** Each kind of process loads what it needs: the primary of several workers answers no requests. */
async function start(settings: Settings): Promise<Running> {
  if (settings.workers > 1) return (await import('./cluster/primary.js')).startWorkers(settings);
  return (await import('./single-process.js')).startAlone(settings);
}

const fail = (error: unknown): void => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
};

function serve(): void {
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    fail(error);
    return;
  }
  const starting = start(settings);
  onStopSignal(() => {
    starting.then((running) => running.stop()).then(() => process.exit(0), fail);
  });
  starting.catch((error: unknown) => {
    fail(error);
    process.exit(1);
  });
}

keepHeapSmall();
if (cluster.isWorker && process.argv.includes(workerArgument)) void import('./cluster/worker.js').then(({ runWorker }) => runWorker());
else serve();
