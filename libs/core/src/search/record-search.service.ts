import { badValue, Database } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { beyond, type Cursor, encodeCursor } from '../listing/cursor';
import { type Bind, type Condition, hasIdOf } from '../listing/filter';
import { castOf, orderBy, type Sort } from '../listing/sort';
import { fromRecords, searchedRecords, type SearchedRows, type SearchedType } from './searched-records';

/** A key by which found records are sorted; the last of a search is always the id. */
export interface SearchSort {
  readonly name: string;
  readonly descending: boolean;
  /** SQL that is never null. */
  readonly expression: string;
  readonly type: 'time' | 'uuid' | 'integer' | 'text';
  /** A condition that every record fulfils, by which PostgreSQL sees that it may begin with another table, in the order of that one's key. */
  readonly joined?: string;
  /** Its values say something of a person. */
  readonly isPersonal?: boolean;
}

export interface RecordSearch {
  readonly conditions: readonly Condition[];
  readonly sorts: readonly SearchSort[];
  readonly size: number;
  readonly cursor: Cursor;
}

/** Ids of the records of a page, and where its neighbours begin. */
export interface FoundPage {
  readonly ids: readonly string[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

interface FoundRow {
  readonly id: string;
  readonly keys: readonly string[];
}

/** As the sorts of lists, so that their cursors fit. */
export const toListSorts = (sorts: readonly SearchSort[]): readonly Sort<FoundRow>[] =>
  sorts.map(({ name, descending, expression, type, isPersonal }, index) => ({
    name,
    descending,
    key: { column: expression, type, of: ({ keys }) => keys[index]!, isPersonal },
  }));

const idName = '_id';

const keyText = ({ expression, type }: SearchSort): string => (type === 'time' ? `iso_utc(${expression})` : `(${expression})::text`);

/**
 * Records beyond the cursor. Where the first keys are those of another table, they are compared by themselves, so that its index leads to
 * the place.
 */
function placeConditions(sorts: readonly SearchSort[], cursor: Cursor, bind: Bind): readonly string[] {
  const { backward, keys } = cursor;
  const listSorts = toListSorts(sorts);
  const isThere = [...new Set(sorts.flatMap(({ joined }) => joined ?? []))];
  const led = sorts.findIndex(({ joined }) => joined === undefined);
  const isAlike = sorts.every(({ descending }) => descending === sorts[0]!.descending);
  if (keys === null || led === 0 || !isAlike) return [...isThere, beyond(cursor, listSorts)(bind)];
  const places = listSorts.map((sort, index) => `${bind(keys[index])}${castOf(sort)}`);
  const columns = sorts.map(({ expression }) => expression);
  const operator = sorts[0]!.descending === backward ? '>' : '<';
  const [first, last] = [[0, led] as const, [led, sorts.length] as const];
  const compare = (sign: string, [from, to]: readonly [number, number]): string =>
    `(${columns.slice(from, to).join(', ')}) ${sign} (${places.slice(from, to).join(', ')})`;
  return [...isThere, compare(`${operator}=`, first), `(${compare('<>', first)} OR ${compare(operator, last)})`];
}

const keysOf = (sorts: readonly SearchSort[]): string => `ARRAY[${sorts.map(keyText).join(', ')}] AS keys`;

/** A SELECT of columns from a type's records, with all that they and the clauses name. */
const selectFrom = (type: SearchedType, columns: string, clauses: string): string =>
  `SELECT ${columns} FROM ${fromRecords(type, `${columns} ${clauses}`)} ${clauses}`;

const makeBind =
  (parameters: unknown[]): Bind =>
  (value) =>
    `$${parameters.push(value)}`;

/** Finds records of one partner: a statement for the ids of a page, one for their total, one for the rows of so many ids. */
@Injectable()
export class RecordSearchService {
  constructor(private readonly database: Database) {}

  async find(partnerId: string, type: SearchedType, { conditions, sorts, size, cursor: given }: RecordSearch): Promise<FoundPage> {
    const cursor = await this.placed(partnerId, type, sorts, given);
    const listSorts = toListSorts(sorts);
    const parameters: unknown[] = [];
    const bind = makeBind(parameters);
    const where = [...this.where(partnerId, type, conditions, bind), ...placeConditions(sorts, cursor, bind)];
    const isSelective = conditions.length > 0 && conditions.every((condition) => condition.isSelective);
    const rows = await this.database[isSelective ? 'query' : 'search']<FoundRow>(
      selectFrom(
        type,
        `${searchedRecords[type].alias}.id, ${keysOf(sorts)}`,
        `WHERE ${where.join(' AND ')} ORDER BY ${orderBy(listSorts, cursor.backward)} LIMIT ${bind(size + 1)}`,
      ),
      parameters,
    );
    const hasMore = rows.length > size;
    const read = rows.slice(0, size);
    const page = cursor.backward ? read.toReversed() : read;
    const beside = (row: FoundRow | undefined, backward: boolean): string | undefined =>
      row && encodeCursor({ backward, keys: row.keys }, listSorts);
    const isInside = cursor.keys !== null;
    return {
      ids: page.map(({ id }) => id),
      previous: (cursor.backward ? hasMore : isInside) ? beside(page[0], true) : undefined,
      next: (cursor.backward ? isInside : hasMore) ? beside(page.at(-1), false) : undefined,
    };
  }

  async count(partnerId: string, type: SearchedType, conditions: readonly Condition[]): Promise<number> {
    const parameters: unknown[] = [];
    const where = this.where(partnerId, type, conditions, makeBind(parameters));
    const [row] = await this.database.search<{ total: string }>(
      selectFrom(type, 'count(*) AS total', `WHERE ${where.join(' AND ')}`),
      parameters,
    );
    return Number(row!.total);
  }

  /** The records with these ids, in their order; ids that the partner has no record of are passed over. */
  async rows<Type extends SearchedType>(partnerId: string, type: Type, ids: readonly string[]): Promise<readonly SearchedRows[Type][]> {
    if (ids.length === 0) return [];
    const { table, idType, select, idOf } = searchedRecords[type];
    const source = `(SELECT * FROM ${table} WHERE partner_id = $1 AND ${hasIdOf('id', '$2', idType)})`;
    const rows = await this.database.query<SearchedRows[Type]>(select(source), [partnerId, ids]);
    const byId = new Map(rows.map((row) => [idOf(row), row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** The cursor with all of its keys. Personal ones are not in it: they are looked up by the id. @throws AppError when that is gone */
  private async placed(partnerId: string, type: SearchedType, sorts: readonly SearchSort[], cursor: Cursor): Promise<Cursor> {
    const shown = sorts.filter(({ isPersonal }) => isPersonal !== true);
    if (cursor.keys === null || shown.length === sorts.length) return cursor;
    const id = cursor.keys[shown.findIndex(({ name }) => name === idName)];
    const { alias, idType } = searchedRecords[type];
    const [row] = await this.database.query<Pick<FoundRow, 'keys'>>(
      selectFrom(type, keysOf(sorts), `WHERE ${alias}.partner_id = $1 AND ${alias}.id = $2::${idType}`),
      [partnerId, id],
    );
    if (row === undefined) throw badValue({ name: '_cursor', value: encodeCursor(cursor, toListSorts(shown)) }, 'Link rel="next"');
    return { ...cursor, keys: row.keys };
  }

  private where(partnerId: string, type: SearchedType, conditions: readonly Condition[], bind: Bind): readonly string[] {
    const partner = `${bind(partnerId)}::uuid`;
    return [`${searchedRecords[type].alias}.partner_id = ${partner}`, ...conditions.map((condition) => condition(bind, partner))];
  }
}
