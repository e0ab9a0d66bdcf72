import cluster from 'node:cluster';
import { type Logger, pino } from 'pino';

/** Bytes that are written at once. A pipe takes 4096 as a whole (POSIX, PIPE_BUF): lines of several workers do not mix. */
const mostWritten = cluster.isWorker ? 4096 : 16_384;
/** Bytes of lines that wait for each other, at most for a second. */
const writtenTogether = (mostWritten * 3) / 4;
const flushMilliseconds = 1000;

/**
 * The service's log on standard output. Nothing waits for it: a slow reader of the log slows no request down. What is left when
 * the process ends is written then; a process that is killed takes at most the lines of its last second with it.
 */
export function openLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: writtenTogether, maxWrite: mostWritten });
  setInterval(() => output.flush(), flushMilliseconds).unref();
  process.once('exit', () => output.flushSync());
  return pino({ level }, output);
}
