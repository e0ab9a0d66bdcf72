/**
 * A clone below a directory that only its owner can enter (`/root`, say) has binaries that no other account can run. They are
 * copied once to a directory that everybody can read and only its owner can write, and later starts use that copy again.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownedAndClosed, safeFromOthers, enterableByOthers } from './reachability';

export interface CopySource {
  native: string;
  version: string;
  /** Path of the link, and the name beside it to which it points. */
  links: Map<string, string>;
}

type Entry = { path: string; kind: 'directory' } | { path: string; kind: 'link'; to: string } | FileEntry;
interface FileEntry {
  path: string;
  kind: 'file';
  size: number;
  executable: boolean;
}

/** `/var/tmp` first: it outlives a reboot. */
export function copyOfBinaries(source: CopySource, bases: string[] = ['/var/tmp', tmpdir()]): string {
  const entries = listEntries(source);
  const digest = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 12);
  const name = `embedded-postgres-${source.version}-${digest}`;
  const failures: string[] = [];
  for (const base of bases) {
    try {
      const copy = join(base, name);
      if (!isGoodCopy(copy, entries)) makeCopy(source.native, copy, entries);
      if (isGoodCopy(copy, entries)) return copy;
      failures.push(`${copy} exists and is not a copy that can be trusted`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`The database binaries could not be copied to where another account can run them: ${failures.join('; ')}`);
}

/** Without what only compiling against PostgreSQL needs. */
function listEntries({ native, links }: CopySource): Entry[] {
  const found = readdirSync(native, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.endsWith('.a') && !path.endsWith('.json') && !path.includes('pkgconfig') && !links.has(path))
    .map((path): Entry => describe(native, path));
  const linked = [...links].map(([path, to]): Entry => ({ path, kind: 'link', to }));
  return [...found, ...linked].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function describe(native: string, path: string): Entry {
  const stats = lstatSync(join(native, path));
  if (stats.isDirectory()) return { path, kind: 'directory' };
  if (stats.isSymbolicLink()) return { path, kind: 'link', to: readlinkSync(join(native, path)) };
  return { path, kind: 'file', size: stats.size, executable: (stats.mode & 0o100) !== 0 };
}

/** Filled under another name and renamed, so that a copy is either absent or whole. */
function makeCopy(native: string, copy: string, entries: Entry[]): void {
  const base = dirname(copy);
  if (!enterableByOthers(base) || !safeFromOthers(base)) throw new Error(`${base} is not fit to hold programs`);
  if (lstatSync(copy, { throwIfNoEntry: false }) && ownedAndClosed(copy)) rmSync(copy, { recursive: true });
  const draft = mkdtempSync(`${copy}.`);
  try {
    for (const entry of entries) copyEntry(native, draft, entry);
    chmodSync(draft, 0o755);
    accessSync(join(draft, 'bin/postgres'), constants.X_OK); // fails on a file system mounted noexec
    renameSync(draft, copy);
  } catch (error) {
    if (!isGoodCopy(copy, entries)) throw error; // otherwise another service was faster
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function copyEntry(native: string, draft: string, entry: Entry): void {
  const target = join(draft, entry.path);
  if (entry.kind === 'link') return symlinkSync(entry.to, target);
  if (entry.kind === 'directory') mkdirSync(target);
  else copyFileSync(join(native, entry.path), target);
  chmodSync(target, modeOf(entry));
}

function modeOf(entry: Exclude<Entry, { kind: 'link' }>): number {
  return entry.kind === 'directory' || entry.executable ? 0o755 : 0o644;
}

/** Nobody else can have put it there or changed it, and nothing is missing (cleaners of temporary files remove old ones). */
function isGoodCopy(copy: string, entries: Entry[]): boolean {
  if (!lstatSync(copy, { throwIfNoEntry: false })?.isDirectory() || !ownedAndClosed(copy)) return false;
  return safeFromOthers(dirname(copy)) && enterableByOthers(copy) && entries.every((entry) => isInPlace(copy, entry));
}

function isInPlace(copy: string, entry: Entry): boolean {
  const path = join(copy, entry.path);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || !ownedAndClosed(path)) return false;
  if (entry.kind === 'link') return stats.isSymbolicLink() && readlinkSync(path) === entry.to;
  if ((stats.mode & 0o777) !== modeOf(entry)) return false;
  return entry.kind === 'directory' ? stats.isDirectory() : stats.isFile() && statSync(path).size === entry.size;
}
