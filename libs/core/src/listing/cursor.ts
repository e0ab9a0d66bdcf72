import { badValue } from '@gateway/kernel';
import type { AppError } from '@gateway/problems';
import type { Bind } from './filter';
import { castOf, isKeyValue, type Sort } from './sort';

/**
 * A place between two rows of an ordered list. `keys` null stands for the beginning, or for the end when it looks back. A cursor that
 * was read has no personal keys: they are those of the row with its id.
 */
export interface Cursor {
  readonly backward: boolean;
  readonly keys: readonly string[] | null;
}

export const beginning: Cursor = { backward: false, keys: null };
export const end: Cursor = { backward: true, keys: null };

const signature = <Row>(sorts: readonly Sort<Row>[]): string => sorts.map((sort) => `${sort.descending ? '-' : ''}${sort.name}`).join(',');

const isShown = <Row>({ key }: Sort<Row>): boolean => key.isPersonal !== true;

/** The opaque text of a cursor; it tells which order it belongs to. */
export function encodeCursor<Row>(cursor: Cursor, sorts: readonly Sort<Row>[]): string {
  if (!cursor.backward && cursor.keys === null) return '';
  const keys = cursor.keys?.filter((_, index) => isShown(sorts[index]!)) ?? null;
  return Buffer.from(JSON.stringify([cursor.backward ? 1 : 0, signature(sorts), keys])).toString('base64url');
}

/** @throws AppError when the text is no cursor of this order. */
export function decodeCursor<Row>(text: string, sorts: readonly Sort<Row>[]): Cursor {
  if (text === '') return beginning;
  const [backward, order, keys] = parseParts(text);
  const shown = sorts.filter(isShown);
  const isKeys =
    keys === null || (Array.isArray(keys) && keys.length === shown.length && keys.every((key, index) => isKeyValue(shown[index]!, key)));
  if ((backward !== 0 && backward !== 1) || order !== signature(sorts) || !isKeys) throw refused(text);
  return { backward: backward === 1, keys };
}

const refused = (text: string): AppError => badValue({ name: 'cursor', value: text }, 'Link rel="next"');

function parseParts(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    throw refused(text);
  }
}

/** Rows after the cursor, in its direction of reading. */
export const beyond =
  <Row>(cursor: Cursor, sorts: readonly Sort<Row>[]) =>
  (bind: Bind): string => {
    const { keys, backward } = cursor;
    if (keys === null) return 'TRUE';
    const placeholders = sorts.map((sort, index) => `${bind(keys[index])}${castOf(sort)}`);
    const columns = sorts.map((sort) => sort.key.column);
    const operators = sorts.map((sort) => (sort.descending === backward ? '>' : '<'));
    if (new Set(operators).size === 1) return `(${columns.join(', ')}) ${operators[0]} (${placeholders.join(', ')})`;
    const alternatives = columns.map((column, index) => {
      const equal = columns.slice(0, index).map((earlier, at) => `${earlier} = ${placeholders[at]}`);
      return `(${[...equal, `${column} ${operators[index]} ${placeholders[index]}`].join(' AND ')})`;
    });
    return `(${alternatives.join(' OR ')})`;
  };
