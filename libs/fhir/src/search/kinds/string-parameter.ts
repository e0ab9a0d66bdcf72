import type { Bind } from '@gateway/core';
import { anyOf } from '../conditions';
import type { SearchParameter } from '../search-parameter';
import { unescaped } from '../values/separated';
import type { ParameterFacts } from './parameter-facts';

const folded = (sql: string): string => `search_folded(${sql})`;

/** Case and accents do not count, but with `:exact` (https://hl7.org/fhir/R5/search.html#string). */
const comparisons = {
  begins: (text: string, sought: string) => `starts_with(${folded(text)}, ${folded(sought)})`,
  contains: (text: string, sought: string) => `strpos(${folded(text)}, ${folded(sought)}) > 0`,
  exact: (text: string, sought: string) => `${text} = ${sought}`,
} as const;

export const beginsWith = (text: string, sought: string, bind: Bind): string => comparisons.begins(text, `${bind(sought)}::text`);

interface StringFacts extends ParameterFacts {
  /** SQL of the texts of a record, any of which may match. */
  readonly texts: readonly string[];
  /** Of what the texts say something. */
  readonly where?: string;
}

export const stringParameter = ({ texts, where = 'TRUE', ...facts }: StringFacts): SearchParameter => ({
  ...facts,
  type: 'string',
  modifiers: ['contains', 'exact'],
  read: ({ modifier, values }) => {
    const compare = comparisons[modifier === 'contains' || modifier === 'exact' ? modifier : 'begins'];
    return anyOf(
      values.map((value) => (bind) => {
        const sought = `${bind(unescaped(value))}::text`;
        return `(${where} AND (${texts.map((text) => compare(text, sought)).join(' OR ')}))`;
      }),
    );
  },
});
