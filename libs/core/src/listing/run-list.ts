import { type Database, Page, type PagePosition, type PagePositions } from '@gateway/kernel';
import type { QueryResultRow } from 'pg';
import { beginning, beyond, type Cursor, encodeCursor, end } from './cursor';
import type { Bind } from './filter';
import type { List, ListRequest } from './list';
import { orderBy } from './sort';

/** The SELECT of a list's rows over `source`, a table expression with the columns of the list's table. */
export type RowSelect = (source: string) => string;

interface Found<Row> {
  readonly rows: readonly Row[];
  /** Whether there is a row beyond, in the direction of reading. */
  readonly more: boolean;
}

/**
 * Runs a list for one partner (null: for records that belong to none): one statement, and a second for the total when it
 * is asked for. The page is cut before anything is joined to it.
 */
export async function runList<Row extends QueryResultRow>(
  database: Database,
  list: List<Row>,
  request: ListRequest<Row>,
  select: RowSelect,
  partnerId: string | null,
): Promise<Page<Row>> {
  const [found, total] = await Promise.all([
    findRows(database, list, request, select, partnerId),
    request.countsExactly ? countRows(database, list, request, partnerId) : undefined,
  ]);
  return new Page(found.rows, positionsOf(request, found, total), total);
}

function makeWhere<Row>(list: List<Row>, request: ListRequest<Row>, bind: Bind, partnerId: string | null): string[] {
  const { alias } = list.definition;
  if (partnerId === null) return request.conditions.map((condition) => condition(bind, 'NULL'));
  const partner = `${bind(partnerId)}::uuid`;
  return [`${alias}.partner_id = ${partner}`, ...request.conditions.map((condition) => condition(bind, partner))];
}

const makeBind =
  (parameters: unknown[]): Bind =>
  (value) =>
    `$${parameters.push(value)}`;

const whereClause = (conditions: readonly string[]): string => (conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`);

async function findRows<Row extends QueryResultRow>(
  database: Database,
  list: List<Row>,
  request: ListRequest<Row>,
  select: RowSelect,
  partnerId: string | null,
): Promise<Found<Row>> {
  const { table, alias } = list.definition;
  const { sorts, size, position } = request;
  const parameters: unknown[] = [];
  const bind = makeBind(parameters);
  const conditions = makeWhere(list, request, bind, partnerId);
  const backward = 'cursor' in position && position.cursor.backward;
  if ('cursor' in position) conditions.push(beyond(position.cursor, sorts)(bind));
  const offset = 'page' in position && position.page > 1 ? ` OFFSET ${bind((position.page - 1) * size)}` : '';
  const source = `(SELECT ${alias}.* FROM ${table} ${alias} ${whereClause(conditions)} ORDER BY ${orderBy(sorts, backward)} LIMIT ${size + 1}${offset})`;
  const text = `${select(source)} ORDER BY ${orderBy(sorts)}`;
  // Whole lists are read along the index of their order whoever asks; with other filters and with offsets the best plan depends on their values.
  const isAlike = request.conditions.every(({ isSelective }) => isSelective) && offset === '';
  const rows = isAlike ? await database.query<Row>(text, parameters) : await database.search<Row>(text, parameters);
  const more = rows.length > size;
  if (!more) return { rows, more };
  return { rows: backward ? rows.slice(1) : rows.slice(0, size), more };
}

async function countRows<Row>(database: Database, list: List<Row>, request: ListRequest<Row>, partnerId: string | null): Promise<number> {
  const parameters: unknown[] = [];
  const conditions = makeWhere(list, request, makeBind(parameters), partnerId);
  const { table, alias } = list.definition;
  const [row] = await database.search<{ total: string }>(
    `SELECT count(*) AS total FROM ${table} ${alias} ${whereClause(conditions)}`,
    parameters,
  );
  return Number(row?.total ?? 0);
}

function positionsOf<Row>(request: ListRequest<Row>, { rows, more }: Found<Row>, total: number | undefined): PagePositions {
  const { position, sorts, size } = request;
  if ('page' in position) {
    return {
      first: { page: 1 },
      prev: position.page > 1 ? { page: position.page - 1 } : undefined,
      next: more ? { page: position.page + 1 } : undefined,
      last: total === undefined ? undefined : { page: Math.max(1, Math.ceil(total / size)) },
    };
  }
  const { backward, keys } = position.cursor;
  const at = (cursor: Cursor): PagePosition => ({ cursor: encodeCursor(cursor, sorts) });
  const beside = (row: Row | undefined, back: boolean): PagePosition | undefined =>
    row === undefined ? undefined : at({ backward: back, keys: sorts.map((sort) => sort.key.of(row)) });
  const hasPrevious = backward ? more : keys !== null;
  const hasNext = backward ? keys !== null : more;
  return {
    first: at(beginning),
    prev: hasPrevious ? beside(rows[0], true) : undefined,
    next: hasNext ? beside(rows.at(-1), false) : undefined,
    last: total === undefined ? undefined : at(end),
  };
}
