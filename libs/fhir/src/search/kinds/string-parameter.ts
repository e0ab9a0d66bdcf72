import type { Bind } from '@gateway/core';
import { toFhirText } from '../../results/fhir-text';
import { anyOf } from '../conditions';
import type { SearchParameter } from '../search-parameter';
import { unescaped } from '../values/separated';
import type { ParameterFacts } from './parameter-facts';

/** SQL that tells whether a text is as sought. */
interface TextComparisons {
  readonly begins: (text: string, sought: string) => string;
  readonly contains: (text: string, sought: string) => string;
  readonly exact: (text: string, sought: string) => string;
}

const folded = (sql: string): string => `search_folded(${sql})`;

/** A column of ours as resources show it. */
const shown = (sql: string): string => `search_shown(${sql})`;

/** Case and accents do not count, but with `:exact` (https://hl7.org/fhir/R5/search.html#string). */
const comparisons: TextComparisons = {
  begins: (text, sought) => `starts_with(${folded(shown(text))}, ${folded(sought)})`,
  contains: (text, sought) => `strpos(${folded(shown(text))}, ${folded(sought)}) > 0`,
  exact: (text, sought) => `${shown(text)} = ${sought}`,
};

/** A pattern for LIKE of nothing but this text. */
const literally = (sql: string): string => String.raw`regexp_replace(${sql}, '([\\%_])', '\\\1', 'g')`;

/** As the indexes hold it: without case and accents, cut off. */
const key = (text: string): string => `search_key(${text}) COLLATE "C"`;

/** The same over a column whose beginnings and parts are indexed: the index finds what may match. */
export const nameComparisons: TextComparisons = {
  begins: (text, sought) =>
    `(${text} IS NOT NULL AND ${key(text)} LIKE ${literally(`search_key(${sought})`)} || '%' AND ${comparisons.begins(text, sought)})`,
  contains: (text, sought) => `${folded(shown(text))} COLLATE "C" LIKE '%' || ${literally(folded(sought))} || '%'`,
  exact: (text, sought) => `(${key(text)} = search_key(${sought}) AND ${comparisons.exact(text, sought)})`,
};

/** The same over a value of an observation: an index holds the texts among them. */
export const valueComparisons = (kind: string): TextComparisons => {
  const words = (value: string): string => `search_words(${kind}, ${value}) COLLATE "C"`;
  const like = (value: string, sought: string, before: string, after: string): string =>
    `${words(value)} LIKE '${before}' || ${literally(folded(sought))} || '${after}'`;
  return {
    begins: (value, sought) => like(value, sought, '', '%'),
    contains: (value, sought) => like(value, sought, '%', '%'),
    // A CASE is believed to hold for half of the rows: what follows from the other condition must not make matches look rare.
    exact: (value, sought) => `(${like(value, sought, '', '')} AND CASE WHEN ${comparisons.exact(value, sought)} THEN TRUE END)`,
  };
};

/** What is looked for may be given as it was written, or as resources show it. */
const soughtText = (sought: string, bind: Bind): string => `${bind(toFhirText(sought))}::text`;

export const beginsWith = (text: string, sought: string, bind: Bind): string => comparisons.begins(text, soughtText(sought, bind));

/** Longer texts are cut off in keys. */
const keyLength = 120;
/** Requests with texts that are shorter than this, as JSON, have all of them in the index. */
const indexedLength = 4000;

interface RequestColumns {
  readonly id: string;
  readonly texts: string;
}

/** Whether one of a request's texts of a parameter, which are kept as JSON, begins with what is looked for. */
export const someBeginWith = ({ id, texts }: RequestColumns, parameter: string, given: string, bind: Bind): string => {
  const [name, sought] = [`${bind(parameter)}::text`, soughtText(given, bind)];
  const lexeme = `replace(replace(${name} || chr(31) || search_key(${sought}), '\\', '\\\\'), '''', '''''')`;
  const query = `('''' || ${lexeme} || ''':*|''*''')::tsquery`;
  const exact = `EXISTS (SELECT FROM jsonb_array_elements_text(${texts} -> ${name}) AS words (text) WHERE ${comparisons.begins('words.text', sought)})`;
  const isIndexed = `length(search_key(${sought})) < ${keyLength} AND length(${texts}::text) < ${indexedLength}`;
  return `(search_begun(${id}, ${texts}) @@ ${query} AND (${isIndexed} OR ${exact}))`;
};

interface StringFacts extends ParameterFacts {
  /** SQL of the texts of a record, any of which may match. */
  readonly texts: readonly string[];
  /** Of what the texts say something. */
  readonly where?: string;
  /** How the texts are compared, where indexes serve them. */
  readonly compared?: TextComparisons;
}

export const stringParameter = ({ texts, where = 'TRUE', compared = comparisons, ...facts }: StringFacts): SearchParameter => ({
  ...facts,
  type: 'string',
  modifiers: ['contains', 'exact'],
  read: ({ modifier, values }) => {
    const compare = compared[modifier === 'contains' || modifier === 'exact' ? modifier : 'begins'];
    return anyOf(
      values.map((value) => (bind) => {
        const sought = soughtText(unescaped(value), bind);
        return `(${where} AND (${texts.map((text) => compare(text, sought)).join(' OR ')}))`;
      }),
    );
  },
});
