import { badValue, parseJson, JsonSyntaxError, type QueryPair, repeatedParameter, stringifyJson, toJsonNumber, isStorableNumber } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { parseCsvRecord } from './csv';
import type { Bind, Condition, Filter } from './filter';
import { readFlag } from './value-filters';

/** Where a root of the dotted paths is stored: given a condition on its jsonb document, the condition on the list's row. */
export type JsonRoot = (onDocument: (document: string) => string) => string;

export type JsonRoots = Readonly<Record<string, JsonRoot>>;

/** A root that is a jsonb column of the list's row. */
export const columnRoot =
  (column: string): JsonRoot =>
  (onDocument) =>
    onDocument(column);

const maximumDepth = 8;
const maximumWords = 100;

type Path = readonly [root: string, ...keys: string[]];

interface Entry {
  readonly pair: QueryPair;
  readonly path: Path;
  readonly words: readonly string[];
}

function readPath(name: string, text: string, roots: JsonRoots): Path {
  const path = text.split('.');
  if (text.length > 1000 || path.length > maximumDepth || path.includes('')) {
    throw new AppError('query_json_path', { parameters: { name, path: text.slice(0, 200), max: maximumDepth } });
  }
  if (!Object.hasOwn(roots, path[0]!)) {
    throw new AppError('query_json_root', { parameters: { name, path: text, roots: Object.keys(roots).join(', ') } });
  }
  return path as unknown as Path;
}

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined;

function readObject(pair: QueryPair, expected: string): [string, readonly string[]][] {
  const refuse = (): never => {
    throw badValue(pair, expected);
  };
  try {
    const { value, duplicate } = parseJson(pair.value, 3);
    if (value === null || typeof value !== 'object' || Array.isArray(value) || duplicate !== undefined) return refuse();
    return Object.entries(value).map(([path, given]: [string, unknown]) => {
      const words = (Array.isArray(given) ? given : [given]).map(wordOf);
      return words.every((word) => word !== undefined) ? [path, words] : refuse();
    });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return refuse();
    throw error;
  }
}

/** Reads both notations: `name[path]=a,b` and `name={"path":["a","b"]}`. */
function readEntries(name: string, pairs: readonly QueryPair[], roots: JsonRoots): readonly Entry[] {
  const entries = pairs.flatMap((pair): Entry[] => {
    if (pair.name === name) {
      return readObject(pair, '{"path":["value"]}').map(([path, words]) => ({ pair, path: readPath(name, path, roots), words }));
    }
    const words = parseCsvRecord(pair.value);
    if (words === undefined) throw badValue(pair, 'a,"b,c" (RFC 4180)');
    return [{ pair, path: readPath(name, pair.name.slice(name.length + 1, -1), roots), words }];
  });
  const paths = entries.map((entry) => entry.path.join('.'));
  const repeated = paths.find((path, index) => paths.indexOf(path) < index);
  if (repeated !== undefined) throw repeatedParameter(`${name}[${repeated}]`);
  if (entries.reduce((count, entry) => count + entry.words.length, 0) > maximumWords) {
    throw new AppError('query_too_many_values', { parameters: { name, max: maximumWords } });
  }
  return entries;
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON values that a word stands for: itself as text, and the number or boolean that it spells. */
function valuesOf(word: string): readonly unknown[] {
  if (word === 'true' || word === 'false') return [word, word === 'true'];
  const number = numberPattern.test(word) ? toJsonNumber(word) : undefined;
  return number !== undefined && isStorableNumber(number) ? [word, number] : [word];
}

/** A document that contains only `value` at `keys`, as jsonb's `@>` takes it. */
const nested = (keys: readonly string[], value: unknown): string =>
  keys.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, stringifyJson(value));

const conditionBuilders = {
  json_exact: ({ path: [, ...keys], words }: Entry, document: string, bind: Bind) =>
    `(${words.flatMap((word) => valuesOf(word).map((value) => `${document} @> ${bind(nested(keys, value))}::jsonb`)).join(' OR ')})`,
  json_search: ({ path: [, ...keys], words }: Entry, document: string, bind: Bind) => {
    const folded = (text: string): string => `upper((${text}) COLLATE "und-x-icu")`;
    const found = folded(`${document} #>> ${bind(keys)}::text[]`);
    return `(${words.map((word) => `${found} LIKE '%' || ${folded(`${bind(word.replace(/[\\%_]/g, '\\$&'))}::text`)} || '%'`).join(' OR ')})`;
  },
  json_exists: ({ path: [, ...keys] }: Entry, document: string, bind: Bind) =>
    `${document} #>> ${bind(keys)}::text[] IS NOT NULL`,
} as const;

type JsonFilterName = keyof typeof conditionBuilders;

const descriptions: Readonly<Record<JsonFilterName, string>> = {
  json_exact: 'Exact match of the JSON value at a dotted path; several values, separated by commas, are alternatives.',
  json_search: 'Case-insensitive partial match of the value at a dotted path; several values, separated by commas, are alternatives.',
  json_exists: 'Whether the dotted path leads to a value that is not null.',
};

function toCondition(name: JsonFilterName, entry: Entry, root: JsonRoot): Condition {
  const positive: Condition = (bind) => root((document) => conditionBuilders[name](entry, document, bind));
  if (name !== 'json_exists') return positive;
  if (entry.words.length !== 1) throw badValue(entry.pair, 'true, false, 1, 0');
  return readFlag({ name: entry.pair.name, value: entry.words[0]! }) ? positive : (bind) => `NOT (${positive(bind)})`;
}

const jsonFilter = (name: JsonFilterName, roots: JsonRoots): Filter => ({
  parameters: [
    {
      name: `${name}[path]`,
      description: `${descriptions[name]} Paths begin with ${Object.keys(roots).join(', ')}. Also as one JSON object: ${name}={"path":["value"]}.`,
      schema: { type: 'string' },
    },
  ],
  knows: (given) => given === name || (given.startsWith(`${name}[`) && given.endsWith(']')),
  read: (pairs) => readEntries(name, pairs, roots).map((entry) => toCondition(name, entry, roots[entry.path[0]]!)),
});

/** `json_exact`, `json_search` and `json_exists` over the given roots. */
export const jsonFilters = (roots: JsonRoots): readonly Filter[] =>
  (Object.keys(conditionBuilders) as JsonFilterName[]).map((name) => jsonFilter(name, roots));
