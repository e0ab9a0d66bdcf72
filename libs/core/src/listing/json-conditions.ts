import { isStorableNumber, stringifyJson, toJsonNumber } from '@gateway/kernel';
import type { Bind } from './filter';

/** Makes an SQL condition on a jsonb expression from the keys below it and the words that a client gave. */
export type JsonCondition = (document: string, keys: readonly string[], words: readonly string[], bind: Bind) => string;

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

/** Some value equals some word; by containment, which a GIN index over the document serves. */
export const jsonExact: JsonCondition = (document, keys, words, bind) => {
  const contains = (value: unknown): string => `${document} @> ${bind(nested(keys, value))}::jsonb`;
  return `(${words.flatMap((word) => valuesOf(word).map(contains)).join(' OR ')})`;
};

/**
 * Case folded in every script; the same expression stands in the indexes. Lower case first, since the capital sharp s has no
 * upper case of its own but ß has; without the dot that is left of the Turkish İ, whose small letter is an i.
 */
const folded = (text: string): string => `translate(upper(lower(${text} COLLATE "und-x-icu")), U&'\\0307', '')`;

/** A word that stands in the text of a JSON document as it stands in its value. */
const needsNoEscape = /^[^"\\\u0000-\u001f\u007f]+$/; // eslint-disable-line no-control-regex -- JSON escapes these

/**
 * The value at the keys contains some word. The text of the whole document is compared first where that is the same question:
 * a trigram index over it finds the few documents that can match.
 */
export const jsonSearch: JsonCondition = (document, keys, words, bind) => {
  const found = folded(`(${document} #>> ${bind(keys)}::text[])`);
  const contains = (word: string): string => {
    const pattern = `'%' || ${folded(`${bind(word.replace(/[\\%_]/g, '\\$&'))}::text`)} || '%'`;
    const match = `${found} LIKE ${pattern}`;
    return needsNoEscape.test(word) ? `(${folded(`${document}::text`)} LIKE ${pattern} AND ${match})` : match;
  };
  return `(${words.map(contains).join(' OR ')})`;
};

/** There is a value at the keys, and it is not null. */
export const jsonExists: JsonCondition = (document, keys, _, bind) => `${document} #>> ${bind(keys)}::text[] IS NOT NULL`;
