import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gateway/persistence';
import { ask, endChild, startChild } from './child';
import type { RecordedStatement } from './record-statements';

/** In links and in stored requests; the same in every run, so that a filled database can be used again. */
export const baseUrl = 'https://gateway.example';
export const labTimeZone = 'Europe/Berlin';
export const administratorToken = 'load-tests-administrator-0123456789abcdef';

export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** A service whose statements can be read. */
export interface RecordingService extends Service {
  /** What it has sent to the database since it was asked the last time. */
  statements(): Promise<readonly RecordedStatement[]>;
}

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly workers?: number;
}

const startupMilliseconds = 120_000;
const highQuota = '999999999/60/999999999';

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startupMilliseconds;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service ended at its start with ${child.exitCode}`);
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return;
    await sleep(50);
  }
  throw new Error('the service was not ready in time');
}

/** The build that `npm start` runs, with its settings by the environment and everything switched on. */
async function start({ databaseUrl, workers = 1 }: ServiceOptions, execArgv: readonly string[]): Promise<Service> {
  const port = await freePort();
  const child = startChild(join(__dirname, '../../src/main.js'), {
    execArgv: [...execArgv],
    // Its log goes where logs cost least; what went wrong is worth seeing.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
      LAB_TIME_ZONE: labTimeZone,
      ADMIN_TOKEN: administratorToken,
      DEMO_DATA: 'off',
      RATE_LIMIT: highQuota,
      LOG_LEVEL: 'info',
      ...(workers > 1 && { WEB_CONCURRENCY: String(workers) }),
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return { url, process: child, stop: () => endChild(child) };
}

export const startService = (options: ServiceOptions): Promise<Service> => start(options, []);

export async function startRecordingService(options: ServiceOptions): Promise<RecordingService> {
  const service = await start(options, ['--require', join(__dirname, 'record-statements.js')]);
  return { ...service, statements: () => ask(service.process, { wants: 'statements' }) };
}
