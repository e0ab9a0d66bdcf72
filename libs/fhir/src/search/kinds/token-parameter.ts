import type { Condition } from '@gateway/core';
import { unescaped } from '../values/separated';
import { type KnownCode, matchesCode, readToken, type TokenValue } from '../values/token-value';
import { always, anyOf, never, not } from '../conditions';
import type { SearchParameter, SearchSetting } from '../search-parameter';
import type { ParameterFacts } from './parameter-facts';

/** Whether the record has any of the coded values. */
export type TokenMatch = (tokens: readonly TokenValue[], setting: SearchSetting) => Condition;

interface TokenFacts extends ParameterFacts {
  readonly match: TokenMatch;
  /** Whether what people read of it begins with one of the texts. */
  readonly text?: (texts: readonly string[]) => Condition;
}

export const tokenParameter = ({ match, text, ...facts }: TokenFacts): SearchParameter => ({
  ...facts,
  type: 'token',
  modifiers: text === undefined ? ['not'] : ['not', 'text'],
  read: ({ pair, modifier, values }, setting) => {
    if (modifier === 'text' && text !== undefined) return text(values.map(unescaped));
    const condition = match(
      values.map((value) => readToken(value, pair)),
      setting,
    );
    return modifier === 'not' ? not(condition) : condition;
  },
});

export const eachToken =
  (match: (token: TokenValue, setting: SearchSetting) => Condition): TokenMatch =>
  (tokens, setting) =>
    anyOf(tokens.map((token) => match(token, setting)));

/** Every record has these codes. */
export const fixedCodes = (codes: readonly KnownCode[]): TokenMatch =>
  eachToken((token) => (codes.some((code) => matchesCode(token, code)) ? always : never));

/** A column whose values are shown as codes of one system. */
export const mappedCodes = <Native extends string>(column: string, system: string, codes: Readonly<Record<Native, string>>): TokenMatch =>
  eachToken((token) => {
    const natives = (Object.keys(codes) as Native[]).filter((native) => matchesCode(token, { system, code: codes[native] }));
    return natives.length === 0 ? never : (bind) => `${column} = ANY(${bind(natives)}::text[])`;
  });

/** A code that stands in the record itself; `equals` compares it. */
export const storedCode = (
  system: (setting: SearchSetting) => string,
  equals: (code: string) => Condition,
  presence: Condition,
): TokenMatch =>
  eachToken(({ system: given, code }, setting) => {
    if (given !== undefined && given !== system(setting)) return never;
    return code === undefined ? presence : equals(code);
  });

/** Some of the matches. */
export const anyMatch =
  (...matches: readonly TokenMatch[]): TokenMatch =>
  (tokens, setting) =>
    anyOf(matches.map((match) => match(tokens, setting)));
