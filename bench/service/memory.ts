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
