import type { Database, Execute } from '@gateway/kernel';
import type { AuditEvent } from './audit-event.entity';
import { eventColumns, insertEventsSql, nextParameter } from './event-rows';
import { chainStart, digestBytes, digestOf, sealHash } from './hash-chain';

/** Events of one seal; a flush may make several. */
export const mostInSeal = 1_000;

/** An event with its digest, as a chain takes it in. */
interface Sealable {
  readonly chain: string;
  readonly id: string;
  readonly digest: Buffer;
}

interface Head {
  readonly chain: string;
  readonly sequence: string;
  readonly hash: Buffer;
}

interface Seal extends Head {
  readonly eventIds: readonly string[];
  readonly eventDigests: Buffer;
  readonly previousHash: Buffer;
}

/**
 * Inserts any number of events by one statement. Returns those that were not there: of a transaction whose end was not heard it is
 * not known whether it has stored them.
 */
async function insertEvents(execute: Execute, events: readonly AuditEvent[]): Promise<readonly AuditEvent[]> {
  const [stored] = await execute<{ ids: string[] | null }>(
    `WITH stored AS (${insertEventsSql} ON CONFLICT DO NOTHING RETURNING id)
     SELECT CASE WHEN count(*) < $${nextParameter}::integer THEN coalesce(array_agg(id), '{}') END AS ids FROM stored`,
    [...eventColumns(events), events.length],
  );
  const ids = stored!.ids && new Set(stored!.ids);
  return ids === null ? events : events.filter(({ id }) => ids.has(id));
}

/** Inserts the event of a write into the transaction that runs, and notes that it waits for its seal: one statement. */
export async function insertUnsealed(database: Database, event: AuditEvent): Promise<void> {
  await database.query(
    `WITH event AS (${insertEventsSql} RETURNING chain, id)
     INSERT INTO audit_unsealed (chain, event_id, digest) SELECT chain, id, $${nextParameter} FROM event`,
    [...eventColumns([event]), digestOf(event)],
  );
}

/** Takes events of writes off the list of those that wait; what another instance is sealing is passed over. */
async function takeUnsealed(execute: Execute, count: number): Promise<readonly Sealable[]> {
  return execute<{ chain: string; id: string; digest: Buffer }>(
    `DELETE FROM audit_unsealed u
      USING (SELECT chain, event_id FROM audit_unsealed LIMIT $1 FOR UPDATE SKIP LOCKED) taken
      WHERE u.chain = taken.chain AND u.event_id = taken.event_id
      RETURNING u.chain, u.event_id AS id, u.digest`,
    [count],
  );
}

/** The last links of the chains, locked in one order everywhere; of a new chain its start. */
async function lockHeads(execute: Execute, chains: readonly string[]): Promise<ReadonlyMap<string, Head>> {
  const lock = async (): Promise<readonly Head[]> =>
    execute<{ chain: string; sequence: string; hash: Buffer }>(
      'SELECT chain, sequence, hash FROM audit_chains WHERE chain = ANY($1::uuid[]) ORDER BY chain FOR UPDATE',
      [chains],
    );
  const known = await lock();
  if (known.length === chains.length) return new Map(known.map((head) => [head.chain, head]));
  await execute(
    `INSERT INTO audit_chains (chain, sequence, hash) SELECT chain, 0, $2 FROM unnest($1::uuid[]) AS chain ORDER BY chain ON CONFLICT DO NOTHING`,
    [chains, chainStart],
  );
  return new Map((await lock()).map((head) => [head.chain, head]));
}

const inChunks = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** The seals that events of one chain make, one after the other. */
function sealsOf(head: Head, events: readonly Sealable[], recordedAt: Date): readonly Seal[] {
  const sorted = [...events].sort((a, b) => (a.id < b.id ? -1 : 1));
  let last = head;
  return inChunks(sorted, mostInSeal).map((chunk): Seal => {
    const content = {
      chain: head.chain,
      sequence: String(BigInt(last.sequence) + 1n),
      recordedAt,
      eventIds: chunk.map(({ id }) => id),
      eventDigests: Buffer.concat(
        chunk.map(({ digest }) => digest),
        chunk.length * digestBytes,
      ),
    };
    const seal = { ...content, previousHash: last.hash, hash: sealHash(last.hash, content) };
    last = seal;
    return seal;
  });
}

async function insertSeals(execute: Execute, seals: readonly Seal[], recordedAt: Date): Promise<void> {
  const hex = (bytes: (seal: Seal) => Buffer): readonly string[] => seals.map((seal) => `\\x${bytes(seal).toString('hex')}`);
  await execute(
    `INSERT INTO audit_seals (chain, sequence, event_ids, event_digests, previous_hash, hash, recorded_at)
     SELECT chain, sequence, string_to_array(event_ids, ' ')::uuid[], event_digests, previous_hash, hash, $7
       FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[])
         AS given (chain, sequence, event_ids, event_digests, previous_hash, hash)`,
    [
      seals.map(({ chain }) => chain),
      seals.map(({ sequence }) => sequence),
      seals.map(({ eventIds }) => eventIds.join(' ')),
      hex(({ eventDigests }) => eventDigests),
      hex(({ previousHash }) => previousHash),
      hex(({ hash }) => hash),
      recordedAt,
    ],
  );
  const heads = [...new Map(seals.map((seal) => [seal.chain, seal])).values()];
  await execute(
    `UPDATE audit_chains c SET sequence = given.sequence, hash = given.hash
       FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS given (chain, sequence, hash) WHERE c.chain = given.chain`,
    [heads.map(({ chain }) => chain), heads.map(({ sequence }) => sequence), heads.map(({ hash }) => `\\x${hash.toString('hex')}`)],
  );
}

/**
 * Stores the events of reads and seals them, together with what writes have left unsealed: all in one transaction. Returns how
 * many of the latter there were.
 */
export function storeAndSeal(database: Database, reads: readonly AuditEvent[], recordedAt: Date): Promise<number> {
  return database.apart(async (execute) => {
    const unsealed = await takeUnsealed(execute, mostInSeal);
    const stored = reads.length > 0 ? await insertEvents(execute, reads) : [];
    const sealable = [...unsealed, ...stored.map((event): Sealable => ({ chain: event.chain, id: event.id, digest: digestOf(event) }))];
    if (sealable.length === 0) return 0;
    const chains = [...new Set(sealable.map(({ chain }) => chain))];
    const heads = await lockHeads(execute, chains);
    const seals = chains.flatMap((chain) =>
      sealsOf(
        heads.get(chain)!,
        sealable.filter((event) => event.chain === chain),
        recordedAt,
      ),
    );
    await insertSeals(execute, seals, recordedAt);
    return unsealed.length;
  });
}
