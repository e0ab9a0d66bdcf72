import type { Client } from 'pg';
import { copyFunctions } from './copy-functions';
import { type CopiedRows, type Rows, toCopiedRows } from './tables';

export interface Copies {
  /** Numbers of the copies. */
  readonly first: number;
  readonly last: number;
  /** SQL of a copy's distance from its model in milliseconds, over its number `n`. */
  readonly shiftMs: string;
  /** SQL of the partner that a copy belongs to, over its number `n`. */
  readonly partnerId: string;
  readonly say?: ((text: string) => void) | undefined;
}

const copiesPerStatement = 250;

/** The rows with what their texts hold of their own. */
const keepModel = ({ table, where }: Rows): string => `
  CREATE TEMP TABLE model_${table} AS SELECT m.*, pg_temp.ids_in(m::text, fixed.ids) AS ids, pg_temp.moments_in(m::text) AS moments
    FROM ${table} m, (SELECT ARRAY(SELECT id FROM partners UNION ALL SELECT id FROM diagnostic_products UNION ALL SELECT id FROM kit_products)
                         AS ids) fixed WHERE ${where}`;

async function copyTable(client: Client, rows: CopiedRows, { first, last, shiftMs, partnerId, say }: Copies): Promise<void> {
  const { table, columns, expressions } = rows;
  const copy = `SELECT n, (${shiftMs})::bigint AS shift_ms, (${partnerId})::uuid AS partner_id,
                       (SELECT max(id) - min(id) + 1 FROM pg_temp.model_service_requests) AS requests`;
  for (let from = first; from <= last; from += copiesPerStatement) {
    const to = Math.min(from + copiesPerStatement - 1, last);
    await client.query(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${expressions.join(', ')}
         FROM (${copy} FROM generate_series($1::integer, $2::integer) n) c, pg_temp.model_${table} m ORDER BY c.n, m.ctid`,
      [from, to],
    );
    say?.(`${table}: copy ${to} of ${last}`);
  }
}

/**
 * Copies rows that belong together, requests among them. Every copy has identifiers, times, names and codes of its own; copies refer to
 * copies, so nothing of what foreign keys check could be wrong, and checking would take most of the time.
 */
export async function copyRows(client: Client, sources: readonly Rows[], copies: Copies): Promise<void> {
  await client.query('SET session_replication_role = replica');
  await client.query(copyFunctions);
  for (const rows of sources) await client.query(keepModel(rows));
  for (const rows of sources) await copyTable(client, await toCopiedRows(client, rows), copies);
  await client.query(`DROP TABLE ${sources.map(({ table }) => `pg_temp.model_${table}`).join(', ')}`);
  await client.query(`SELECT setval('service_request_ids', (SELECT max(id) FROM service_requests))`);
  await client.query('RESET session_replication_role');
}
