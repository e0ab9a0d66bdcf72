/** Child processes that work on one directory which their account may be unable to reach by its path. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Account } from './account';

export interface Program {
  file: string;
  /** Receives the name under which the child finds the directory. */
  args: (directory: string) => string[];
  directory: string;
  account: Account | undefined;
  /** In a process group of its own a terminal's Ctrl-C does not reach it. */
  detached?: boolean;
}

/** PG* variables and the locale of the caller must not change what the database does. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * With an account to switch to, the directory is opened here and handed down as descriptor 3: the child (and what it forks)
 * finds it as /proc/self/fd/3, although some parent directory may be closed to its account.
 */
export function spawnInDirectory(program: Program): ChildProcess {
  const { file, args, directory, account, detached = false } = program;
  const options = { cwd: '/', env: ENVIRONMENT, detached, ...account };
  if (!account) return spawn(file, args(directory), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return spawn(file, args('/proc/self/fd/3'), { ...options, stdio: ['ignore', 'pipe', 'pipe', descriptor] });
  } finally {
    closeSync(descriptor);
  }
}

/** Both output streams by lines; the answer holds the last ones, for error messages. */
export function followOutput(child: ChildProcess, log: (line: string) => void, keep = 20): string[] {
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      last.push(line);
      if (last.length > keep) last.shift();
      log(line);
    });
  }
  return last;
}

/** How it ended, once its output is complete; a program that could not be started ends here, too. */
export function ended(child: ChildProcess): Promise<{ code: number | null; error?: Error }> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('close', (code) => resolve({ code }));
  });
}
