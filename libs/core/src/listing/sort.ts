import { badValue, isUuid, dateTimeFault, type QueryPair } from '@gateway/kernel';

/** How a sort key is compared and checked when it comes back in a cursor. */
const keyTypes = {
  time: { cast: '::timestamptz', isValid: (text: string) => dateTimeFault(text) === undefined },
  uuid: { cast: '::uuid', isValid: isUuid },
  integer: { cast: '::bigint', isValid: (text: string) => /^\d{1,18}$/.test(text) },
  /** By code point. */
  text: { cast: '::text COLLATE "C"', isValid: (text: string) => !text.includes('\0') && text.isWellFormed() },
} as const;

export interface SortKey<Row> {
  readonly column: string;
  readonly type: keyof typeof keyTypes;
  /** The key of a row of the list, as it stands in a cursor. */
  readonly of: (row: Row) => string;
  /** Its values say something of a person, and stay out of cursors: those stand in addresses. */
  readonly isPersonal?: boolean | undefined;
}

/** Every list can be sorted by id, which ends every order. */
export type SortKeys<Row> = Readonly<Record<string, SortKey<Row>>> & { readonly id: SortKey<Row> };

export interface Sort<Row> {
  readonly name: string;
  readonly key: SortKey<Row>;
  readonly descending: boolean;
}

export const castOf = <Row>({ key }: Sort<Row>): string => keyTypes[key.type].cast;

export const isKeyValue = <Row>({ key }: Sort<Row>, value: unknown): value is string =>
  typeof value === 'string' && keyTypes[key.type].isValid(value);

function readSort<Row>(pair: QueryPair, keys: SortKeys<Row>): Sort<Row> {
  const name = pair.name.slice('sort['.length, -1);
  const direction = pair.value.toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') throw badValue(pair, 'asc, desc');
  return { name, key: keys[name]!, descending: direction === 'desc' };
}

/** The sorts in the order written, ended by id in the direction of the last; without any, by the list's first key. */
export function readSorts<Row>(pairs: readonly QueryPair[], keys: SortKeys<Row>): readonly Sort<Row>[] {
  const [firstName = 'id'] = Object.keys(keys);
  const given = pairs.map((pair) => readSort(pair, keys));
  const sorts = given.length > 0 ? given : [{ name: firstName, key: keys[firstName]!, descending: false }];
  if (sorts.some((sort) => sort.name === 'id')) return sorts;
  return [...sorts, { name: 'id', key: keys.id, descending: sorts.at(-1)!.descending }];
}

/** ORDER BY of the sorts, or of their reverse. */
export const orderBy = <Row>(sorts: readonly Sort<Row>[], reversed = false): string =>
  sorts
    .map(({ key, descending }) => `${key.column}${key.type === 'text' ? ' COLLATE "C"' : ''} ${descending === reversed ? 'ASC' : 'DESC'}`)
    .join(', ');
