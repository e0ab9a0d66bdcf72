/** PostgreSQL refuses to run as root. A service started by root hands the database to another account. */
import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * The account to switch to; undefined when this process can run the database itself. A cluster that an ordinary user has made
 * keeps its owner, so that one start as root does not lock that user out.
 */
export function databaseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** The top comes last: while it still belongs to root, a run that was interrupted is done again. */
export function handOver(directory: string, account: Account): void {
  if (statSync(directory).uid === account.uid) return;
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, entry), account.uid, account.gid);
  }
  chmodSync(directory, 0o700);
  lchownSync(directory, account.uid, account.gid);
}
