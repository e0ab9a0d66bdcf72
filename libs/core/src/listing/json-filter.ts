import { badValue, isJsonNumber, isStorableText, JsonSyntaxError, parseJson, type QueryPair, repeatedParameter } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { parseCsvRecord } from './csv';
import type { Condition, Filter } from './filter';
import { type JsonCondition, jsonExact, jsonExists, jsonSearch } from './json-conditions';
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

/** The word that a JSON value stands for. JSON can spell text that nothing stored can hold: no such word is taken. */
function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? value : undefined;
  return typeof value === 'boolean' || isJsonNumber(value) ? String(value) : undefined;
}

function readObject(pair: QueryPair, expected: string): [string, readonly string[]][] {
  const refuse = (): never => {
    throw badValue(pair, expected);
  };
  try {
    const { value, duplicate } = parseJson(pair.value, 3);
    if (value === null || typeof value !== 'object' || Array.isArray(value) || duplicate !== undefined) return refuse();
    const members: [string, unknown][] = Object.entries(value);
    if (members.length === 0) return refuse();
    return members.map(([path, given]) => {
      const words = (Array.isArray(given) ? given : [given]).map(wordOf);
      return isStorableText(path) && words.length > 0 && words.every((word) => word !== undefined) ? [path, words] : refuse();
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

const conditions = { json_exact: jsonExact, json_search: jsonSearch, json_exists: jsonExists } as const satisfies Record<
  string,
  JsonCondition
>;

type JsonFilterName = keyof typeof conditions;

const descriptions: Readonly<Record<JsonFilterName, string>> = {
  json_exact: 'Exact match of the JSON value at a dotted path; several values, separated by commas, are alternatives.',
  json_search: 'Case-insensitive partial match of the value at a dotted path; several values, separated by commas, are alternatives.',
  json_exists: 'Whether the dotted path leads to a value that is not null.',
};

function toCondition(name: JsonFilterName, entry: Entry, root: JsonRoot): Condition {
  const [, ...keys] = entry.path;
  const positive: Condition = (bind) => root((document) => conditions[name](document, keys, entry.words, bind));
  if (name !== 'json_exists') return positive;
  if (entry.words.length !== 1) throw badValue(entry.pair, 'true, false, 1, 0');
  return readFlag({ name: entry.pair.name, value: entry.words[0]! }) ? positive : (bind, partner) => `NOT (${positive(bind, partner)})`;
}

/** What stands at a path in the JSON notation. */
const examples: Readonly<Record<JsonFilterName, string>> = { json_exact: '["value"]', json_search: '["value"]', json_exists: 'true' };

const jsonFilter = (name: JsonFilterName, roots: JsonRoots): Filter => ({
  parameters: [
    {
      name: `${name}[path]`,
      description: `${descriptions[name]} Paths begin with ${Object.keys(roots).join(', ')}. Also as one JSON object: ${name}={"path":${examples[name]}}.`,
      schema: { type: 'string' },
      deepObject: name,
    },
  ],
  // A second pair of brackets, as some clients write arrays, must not pass for part of a key that nothing has.
  knows: (given) => given === name || (given.startsWith(`${name}[`) && given.indexOf(']') === given.length - 1),
  read: (pairs) => readEntries(name, pairs, roots).map((entry) => toCondition(name, entry, roots[entry.path[0]]!)),
});

/** `json_exact`, `json_search` and `json_exists` over the given roots. */
export const jsonFilters = (roots: JsonRoots): readonly Filter[] =>
  (Object.keys(conditions) as JsonFilterName[]).map((name) => jsonFilter(name, roots));
