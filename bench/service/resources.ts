import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has just ended
  }
};

/** The process and all that it has started. */
function processTree(processId: number): readonly number[] {
  const tasks = (): readonly string[] => {
    try {
      return readdirSync(`/proc/${processId}/task`);
    } catch {
      return [];
    }
  };
  const children = tasks().flatMap((task) => read(`/proc/${processId}/task/${task}/children`).split(' ').filter(Boolean).map(Number));
  return [processId, ...children.flatMap(processTree)];
}

/** Resident memory of a process and its workers in MB; 0 where the system does not tell. */
export const residentMb = (processId: number): number =>
  processTree(processId).reduce((sum, id) => sum + Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${id}/status`))?.[1] ?? 0) / 1024, 0);

/** Linux counts processor time in hundredths of a second for programs (proc(5), `utime` and `stime`). */
const millisecondsPerTick = 10;

/** Processor time that a process and its workers have used, in milliseconds; 0 where the system does not tell. */
export const processorMilliseconds = (processId: number): number =>
  processTree(processId).reduce((sum, id) => {
    const [user = '0', system = '0'] = read(`/proc/${id}/stat`).split(') ').at(-1)!.split(' ').slice(11, 13);
    return sum + (Number(user) + Number(system)) * millisecondsPerTick;
  }, 0);

const sampleMilliseconds = 100;

/** Watches the memory; what it returns ends that and tells the most there was. */
export function watchMemory(processId: number): () => number {
  let peak = residentMb(processId);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(processId));
  }, sampleMilliseconds);
  return () => {
    clearInterval(timer);
    return Math.max(peak, residentMb(processId));
  };
}
