/** The database cluster on disk: made once, by initdb, and whole from the moment it has its name. */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account';
import { ended, followOutput, spawnInDirectory } from './directory-process';
import { errorCode } from './error-code';

export interface Layout {
  cluster: string;
  secret: string;
  owner: string;
}

export const SUPERUSER = 'gateway';

export function layoutOf(directory: string): Layout {
  const cluster = join(directory, 'postgres');
  return { cluster, secret: `${cluster}.secret`, owner: `${cluster}.owner` };
}

export interface Initialisation {
  layout: Layout;
  initdb: string;
  account: Account | undefined;
  durable: boolean;
}

/** Answers the superuser's password. */
export async function prepareCluster(initialisation: Initialisation): Promise<string> {
  const { cluster, secret } = initialisation.layout;
  removeDrafts(cluster);
  const exists = clusterExists(cluster);
  const known = existsSync(secret) ? readFileSync(secret, 'utf8').trim() : '';
  if (exists && !known) {
    throw new Error(`The password of the database in ${cluster} is missing: bring ${secret} back, from the backup of that directory.`);
  }
  const password = known || makeSecret(secret);
  if (!exists) await initialise(initialisation, password);
  return password;
}

/**
 * initdb writes to a draft that gets the cluster's name at the very end. What has that name and is not a cluster was not made
 * here, or has been damaged: it is left for somebody to look at.
 */
function clusterExists(cluster: string): boolean {
  if (!existsSync(cluster) || (statSync(cluster).isDirectory() && readdirSync(cluster).length === 0)) return false;
  const incomplete = ['PG_VERSION', 'global/pg_control', 'postgresql.conf'].find((file) => !existsSync(join(cluster, file)));
  if (incomplete === undefined) return true;
  throw new Error(`${cluster} is not a complete PostgreSQL cluster (${incomplete} is missing): restore it from a backup, or move it away.`);
}

function removeDrafts(cluster: string): void {
  const prefix = `${basename(cluster)}.new-`;
  for (const name of readdirSync(dirname(cluster)).filter((entry) => entry.startsWith(prefix))) {
    removeIfPossible(join(dirname(cluster), name));
  }
}

/** An initdb that outlived its parent may still be writing there; then the next start removes the rest. */
function removeIfPossible(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY') throw error;
  }
}

function makeSecret(file: string): string {
  const secret = randomBytes(32).toString('hex');
  writeDurably(`${file}.new`, secret);
  renameSync(`${file}.new`, file);
  syncDirectory(dirname(file));
  return secret;
}

async function initialise({ layout, initdb, account, durable }: Initialisation, password: string): Promise<void> {
  const draft = mkdtempSync(`${layout.cluster}.new-`);
  try {
    writeDurably(join(draft, 'password'), password);
    mkdirSync(join(draft, 'cluster'), 0o700);
    for (const path of account ? [join(draft, 'password'), join(draft, 'cluster'), draft] : []) {
      chownSync(path, account?.uid ?? -1, account?.gid ?? -1);
    }
    const args = (directory: string): string[] => initdbArguments(directory, durable);
    const child = spawnInDirectory({ file: initdb, args, directory: draft, account });
    const lastLines = followOutput(child, () => undefined);
    const { code, error } = await ended(child);
    if (code !== 0) throw new Error(`initdb failed: ${error?.message ?? lastLines.join('\n')}`);
    renameSync(join(draft, 'cluster'), layout.cluster);
    syncDirectory(dirname(layout.cluster));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The builtin C.UTF-8 sorts by code point everywhere, whatever the operating system's locales are. */
function initdbArguments(directory: string, durable: boolean): string[] {
  return [
    `--pgdata=${directory}/cluster`,
    `--pwfile=${directory}/password`,
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

function writeDurably(file: string, text: string): void {
  rmSync(file, { force: true });
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
