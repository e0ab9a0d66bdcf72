/** Facts about other processes: from /proc where there is one (Linux), from ps(1) elsewhere. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessFacts {
  /** Differs between two processes that were given the same id one after the other. */
  startMark: string;
  commandLine: string;
}

/** Undefined when no such process runs; a zombie, which only waits to be reaped, does not run. */
export function processFacts(processId: number): ProcessFacts | undefined {
  return process.platform === 'linux' ? factsFromProc(processId) : factsFromPs(processId);
}

function factsFromProc(processId: number): ProcessFacts | undefined {
  try {
    const stat = parseStat(readFileSync(`/proc/${processId}/stat`, 'utf8'));
    if (!stat) return undefined;
    // Start times count from boot, so the boot belongs to the mark.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const commandLine = readFileSync(`/proc/${processId}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { startMark: `${boot}:${stat.startTime}`, commandLine };
  } catch {
    return undefined;
  }
}

/** proc(5), /proc/pid/stat. The command name, in parentheses, may itself hold spaces and parentheses. */
export function parseStat(stat: string): { startTime: string } | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  if (!state || !startTime || state === 'Z' || state === 'X') return undefined;
  return { startTime };
}

function factsFromPs(processId: number): ProcessFacts | undefined {
  try {
    const options = ['-ww', '-o', 'stat=,lstart=,command=', '-p', String(processId)];
    const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
    return parsePs(execFileSync('ps', options, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
}

/** One line such as `Ss   Mon Jan  5 10:00:00 2026 /usr/bin/postgres -D data`. */
export function parsePs(line: string): ProcessFacts | undefined {
  const match = /^\s*(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*\S)/.exec(line);
  const [, state, startMark, commandLine] = match ?? [];
  if (!state || !startMark || !commandLine || state.startsWith('Z')) return undefined;
  return { startMark, commandLine };
}
