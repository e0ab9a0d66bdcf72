import type { Client } from 'pg';
import { copyFunctions } from './copy-functions';
import { copyRows } from './copy-rows';
import { partnerTables } from './tables';

export interface CopyOptions {
  /** How often the model is in the database in the end. */
  readonly copies: number;
  /** Indexes that are made at the end are made faster; not worth it for few rows. */
  readonly rebuildsIndexes?: boolean;
  readonly say?: (text: string) => void;
}

const spreadMilliseconds = 2 * 365 * 86_400_000;
const smallPartners = 20;
/** Of the hundreds of events that the model has. */
const mostEventCopies = 1000;

async function addPartners(client: Client, model: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO partners (id, slug, name, created_at)
     SELECT pg_temp.copied_id(p.id, n, 0), 'small-' || n, 'Small partner ' || n, p.created_at
       FROM partners p, generate_series(1, ${smallPartners}) n WHERE p.id = $1 RETURNING id`,
    [model],
  );
  return rows.map(({ id }) => id);
}

/** Takes the indexes away that no constraint needs; what it returns makes them again. */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
      WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** What only the operating side lists: events of the model, earlier and earlier, and messages that nobody could apply. */
async function copyEvents(client: Client, copies: number): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (chain, id, recorded_at, token_id, operation, scope, action, method, records, status, request_id, address)
     SELECT e.chain, pg_temp.copied_id(e.id, n, 0), e.recorded_at - n * interval '1 hour', e.token_id, e.operation, e.scope, e.action, e.method,
            ARRAY(SELECT record || '-' || n FROM unnest(e.records) record), e.status, md5(e.request_id || n), e.address
       FROM audit_events e, generate_series(1, $1) n ORDER BY n DESC, e.recorded_at`,
    [copies],
  );
  await client.query(
    `INSERT INTO rejected_messages (id, laboratory, control_id, code, errors, digest, content, charset, attempts, created_at, received_at)
     SELECT pg_temp.copied_id(p.id, n::integer, 0), 'default', 'C-' || n, 'AE', '[]', sha256(int8send(n)), '\\x00', 'UTF-8', 1,
            p.created_at - n * interval '1 hour', p.created_at - n * interval '1 hour'
       FROM (SELECT id, created_at FROM partners ORDER BY created_at LIMIT 1) p, generate_series(1, $1::bigint) n`,
    [copies * 10],
  );
}

/** Multiplies what one partner has in the database, over two years. Nothing but the model may be there. */
export async function copyModel(client: Client, { copies, rebuildsIndexes = false, say }: CopyOptions): Promise<void> {
  await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`);
  await client.query(copyFunctions);
  const { rows } = await client.query<{ partner: string }>('SELECT DISTINCT partner_id AS partner FROM service_requests');
  const model = rows[0]!.partner;
  const others = await addPartners(client, model);
  const tables = await partnerTables(client);
  const indexes = rebuildsIndexes ? await dropIndexes(client, tables) : [];
  await copyRows(
    client,
    tables.map((table) => ({ table, where: 'TRUE' })),
    {
      first: 1,
      last: copies - 1,
      shiftMs: `(n - ${copies}) * ${spreadMilliseconds}::bigint / ${copies}`,
      // Four of five copies belong to the model's own partner.
      partnerId: `CASE WHEN n % 5 < 4 THEN '${model}' ELSE ('{${others.join(',')}}'::uuid[])[n / 5 % ${smallPartners} + 1] END`,
      say,
    },
  );
  await copyEvents(client, Math.min(copies, mostEventCopies));
  for (const definition of indexes) {
    say?.(/INDEX (\S+)/.exec(definition)![1]!);
    await client.query(definition);
  }
  say?.('statistics');
  await client.query('VACUUM ANALYZE');
}
