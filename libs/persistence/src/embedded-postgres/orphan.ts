/**
 * What a service that was killed leaves behind: a postgres that still runs on the cluster, or only its pid file. To be called
 * by the holder of the data directory's lock, who knows that no living service is in charge of either.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processFacts } from './process-table';

/** A fast shutdown closes the sessions and writes a checkpoint; an immediate one leaves the rest to recovery. */
const ESCALATION = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 8_000 },
] as const;

/** First line of postmaster.pid. PostgreSQL writes a negative number there in single-user mode. */
export function parsePidFile(text: string): number | undefined {
  const processId = Math.abs(Number.parseInt(text, 10));
  return Number.isSafeInteger(processId) && processId > 1 ? processId : undefined;
}

/** Stands on the command line, which every account may read: a process id alone may since belong to any other process. */
export function clusterName(cluster: string): string {
  const { dev, ino } = statSync(cluster);
  return `gateway-${dev}-${ino}`;
}

export async function clearLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const processId = parsePidFile(readFileSync(file, 'utf8'));
  if (processId !== undefined && runsOn(cluster, processId)) {
    log(`stopping the database process ${processId} of a service that is gone`);
    await stopOrphan(cluster, processId);
  }
  rmSync(file, { force: true });
}

function runsOn(cluster: string, processId: number): boolean {
  const words = processFacts(processId)?.commandLine.split(' ') ?? [];
  return words.includes(`cluster_name=${clusterName(cluster)}`);
}

async function stopOrphan(cluster: string, processId: number): Promise<void> {
  for (const { signal, patienceMs } of ESCALATION) {
    sendSignal(processId, signal);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!runsOn(cluster, processId)) return;
      await sleep(20);
    }
  }
  throw new Error(`Process ${processId}, left behind by an earlier start, still runs on ${cluster} and does not stop.`);
}

function sendSignal(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch {
    // It has just ended, or may not be signalled: the wait that follows tells which.
  }
}
