import type { Bind } from '@gateway/core';
import { toFhirText } from '../../results/fhir-text';
import { anyOf } from '../conditions';
import type { SearchParameter } from '../search-parameter';
import { unescaped } from '../values/separated';
import type { ParameterFacts } from './parameter-facts';

/** Those that resources show as another character. */
const replaced = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1)).filter((each) => toFhirText(each) !== each);

const literal = (characters: readonly string[]): string =>
  `U&'${characters.map((each) => `\\${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}'`;

const [hidden, pictures] = [literal(replaced), literal(replaced.map(toFhirText))];

/** A column of ours as resources show it. */
const shown = (sql: string): string => `translate(${sql}, ${hidden}, ${pictures})`;

const folded = (sql: string): string => `search_folded(${sql})`;

/** Case and accents do not count, but with `:exact` (https://hl7.org/fhir/R5/search.html#string). */
const comparisons = {
  begins: (text: string, sought: string) => `starts_with(${folded(shown(text))}, ${folded(sought)})`,
  contains: (text: string, sought: string) => `strpos(${folded(shown(text))}, ${folded(sought)}) > 0`,
  exact: (text: string, sought: string) => `${shown(text)} = ${sought}`,
} as const;

/** What is looked for may be given as it was written, or as resources show it. */
const soughtText = (sought: string, bind: Bind): string => `${bind(toFhirText(sought))}::text`;

export const beginsWith = (text: string, sought: string, bind: Bind): string => comparisons.begins(text, soughtText(sought, bind));

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
        const sought = soughtText(unescaped(value), bind);
        return `(${where} AND (${texts.map((text) => compare(text, sought)).join(' OR ')}))`;
      }),
    );
  },
});
