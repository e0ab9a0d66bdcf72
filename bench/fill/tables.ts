import type { Client } from 'pg';
import { marker } from './invented';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Rows of a table, by an SQL condition. */
export interface Rows {
  readonly table: string;
  readonly where: string;
}

/** Rows to copy, and how each column of a copy comes from the model's. */
export interface CopiedRows extends Rows {
  readonly columns: readonly string[];
  /** SQL over the model row `m` and the copy `c`. */
  readonly expressions: readonly string[];
}

const shift = `c.shift_ms * interval '1 millisecond'`;

/** A copy is moved by whole days, as its specimen is. */
const shiftDays = `((((lower(m.collected)::date + ${shift})::date - lower(m.collected)::date)) * interval '1 day')`;
const shiftedCollection = `CASE WHEN m.collected IS NOT NULL THEN tsrange(lower(m.collected) + ${shiftDays}, upper(m.collected) + ${shiftDays}) END`;

/** A quantity differs from copy to copy. */
const variedNumber = `(lower(m.value_numbers) + (c.n % 90) * 0.1)`;
const isVaried = `m.value_kind = 'quantity' AND lower(m.value_numbers) = upper(m.value_numbers)`;

/** Columns that their type says too little of. */
const ownExpressions: Readonly<Record<string, string>> = {
  'observations.value': `CASE WHEN ${isVaried} THEN ${variedNumber}::text ELSE m.value END`,
  'observations.value_numbers': `CASE WHEN ${isVaried} THEN numrange(${variedNumber}, ${variedNumber}, '[]') ELSE m.value_numbers END`,
  'requisitions.key': 'sha256(m.key || int4send(c.n))',
  'diagnostic_tests.patient_date_of_birth': 'm.patient_date_of_birth - c.n % 7000',
  'specimens.collection_date': `(m.collection_date + ${shift})::date`,
  'test_results.collected': shiftedCollection,
  'observations.collected': shiftedCollection,
  'service_requests.id': 'm.id + c.n * c.requests',
  'service_request_versions.request_id': 'm.request_id + c.n * c.requests',
};

const sharedIds = ['product_id'];

function expressionOf(table: string, { name, type }: Column, isSame: boolean): string {
  const own = ownExpressions[`${table}.${name}`];
  if (own !== undefined) return own;
  if (name === 'partner_id') return 'c.partner_id';
  if (type === 'uuid') return sharedIds.includes(name) ? `m.${name}` : `pg_temp.copied_id(m.${name}, c.n, c.shift_ms)`;
  if (type.startsWith('timestamp')) return `m.${name} + ${shift}`;
  if (type === 'tstzrange') return `pg_temp.copied_range(m.${name}, c.shift_ms)`;
  return isSame ? `m.${name}` : `pg_temp.copied_text(m.${name}::text, m.ids, m.moments, c.n, c.shift_ms)::${type}`;
}

const columnsOf = async (client: Client, table: string): Promise<readonly Column[]> =>
  (
    await client.query<Column>(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [table],
    )
  ).rows;

/** Whether no text of the column differs between copies. */
async function isSameInCopies(client: Client, { table, where }: Rows, { name, type }: Column): Promise<boolean> {
  if (!/^(text|json|jsonb|text\[\])$/.test(type)) return true;
  const { rows } = await client.query<{ same: boolean | null }>(
    `SELECT bool_and(${name}::text !~ '${marker}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-|\\dT\\d\\d:\\d\\d:') AS same FROM ${table} WHERE ${where}`,
  );
  return rows[0]!.same !== false;
}

export async function toCopiedRows(client: Client, rows: Rows): Promise<CopiedRows> {
  const columns = await columnsOf(client, rows.table);
  const expressions: string[] = [];
  for (const column of columns) expressions.push(expressionOf(rows.table, column, await isSameInCopies(client, rows, column)));
  return { ...rows, columns: columns.map(({ name }) => name), expressions };
}

/** The tables whose rows belong to partners. */
export async function partnerTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'partner_id' AND a.attnotnull ORDER BY c.oid`,
  );
  return rows.map(({ name }) => name);
}
