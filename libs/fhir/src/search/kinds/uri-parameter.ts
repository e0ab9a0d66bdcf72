import type { Condition } from '@gateway/core';
import type { SearchParameter } from '../search-parameter';
import { unescaped } from '../values/separated';
import type { ParameterFacts } from './parameter-facts';

interface UriFacts extends ParameterFacts {
  readonly match: (addresses: readonly string[]) => Condition;
}

/** Addresses are compared as they are (https://hl7.org/fhir/R5/search.html#uri). */
export const uriParameter = ({ match, ...facts }: UriFacts): SearchParameter => ({
  ...facts,
  type: 'uri',
  modifiers: [],
  read: ({ values }) => match(values.map(unescaped)),
});
