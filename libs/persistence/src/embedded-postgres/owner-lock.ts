/**
 * One service per data directory. The lock is a file that names its holder by process id and start mark, so that a holder
 * that was killed, or whose id now belongs to another process, does not block the next one.
 *
 * Process ids mean something within one host (and one container) only: two hosts must not share a data directory.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code';
import { processFacts } from './process-table';

interface Holder {
  processId: number;
  startMark: string;
}

export class DataDirectoryInUseError extends Error {
  constructor(
    directory: string,
    readonly processId: number,
  ) {
    super(
      `The data directory ${directory} is in use by process ${processId}. ` +
        'Stop that process first, or give this one a data directory of its own.',
    );
    this.name = 'DataDirectoryInUseError';
  }
}

/** Answers the function that gives the lock back. */
export function takeOwnership(file: string): () => void {
  const mine = describeHolder(process.pid);
  const draft = uniqueName(file);
  writeFileSync(draft, mine, { mode: 0o600, flag: 'wx' });
  try {
    while (!linkIfAbsent(draft, file)) clearDeadHolder(file);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readIfPresent(file) === mine) rmSync(file, { force: true });
  };
}

export function describeHolder(processId: number): string {
  const holder: Holder = { processId, startMark: processFacts(processId)?.startMark ?? '' };
  return `${JSON.stringify(holder)}\n`;
}

export function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('processId' in value) || !('startMark' in value)) return undefined;
    const { processId, startMark } = value;
    if (!Number.isSafeInteger(processId) || typeof startMark !== 'string') return undefined;
    return { processId: Number(processId), startMark };
  } catch {
    return undefined;
  }
}

/** A link appears with its content and fails when the name is taken; a file opened for writing is empty at first. */
function linkIfAbsent(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function clearDeadHolder(file: string): void {
  const seen = readIfPresent(file);
  if (seen === undefined) return;
  const holder = parseHolder(seen);
  if (holder && processFacts(holder.processId)?.startMark === holder.startMark) {
    throw new DataDirectoryInUseError(dirname(file), holder.processId);
  }
  setAside(file, seen);
}

/** Between reading and removing, another service may have put its own lock there: that one goes back. */
function setAside(file: string, seen: string): void {
  const aside = uniqueName(file);
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readIfPresent(aside) !== seen) linkIfAbsent(aside, file);
  rmSync(aside, { force: true });
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function uniqueName(file: string): string {
  return `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
}
