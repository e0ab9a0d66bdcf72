import type { SearchedType } from '@gateway/core';
import type { QueryParameter } from '@gateway/kernel';
import type { FhirRelease } from '../release';
import { includesOf, revIncludesOf } from './includes';
import { isSearchedType, searchedTypes, searchParametersOf } from './parameters';
import type { SearchParameter } from './search-parameter';
import { resultParameters } from './search-request';
import { sortKeys } from './sort-keys';

/** What the CapabilityStatement and the OpenAPI document say of the search, from the tables that the search works by. */

const documentationOf = ({ type, modifiers, link }: SearchParameter): string =>
  [
    modifiers.length > 0 || type !== 'composite'
      ? `Modifiers: ${[...(type === 'composite' ? [] : ['missing']), ...modifiers].join(', ')}.`
      : '',
    link === undefined ? '' : `Chains to ${link.targets.join(', ')}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');

/** A search parameter as clients are told of it. */
interface StatedParameter {
  readonly name: string;
  readonly type: string;
  readonly documentation: string;
}

const toStated = (parameter: SearchParameter): StatedParameter => ({
  name: parameter.name,
  type: parameter.type,
  documentation: documentationOf(parameter) || 'Parts joined by $.',
});

/** What can be searched by, and what comes along. */
export interface StatedSearch {
  readonly parameters: readonly StatedParameter[];
  readonly includes: readonly string[];
  readonly revIncludes: readonly string[];
}

/** Undefined for types that have no records here. */
export function searchStatementOf(release: FhirRelease, type: string): StatedSearch | undefined {
  if (!isSearchedType(type)) return undefined;
  return {
    parameters: searchParametersOf(type, release).map(toStated),
    includes: includesOf(type, release),
    revIncludes: revIncludesOf(type, searchedTypes, release),
  };
}

const resultDocumentation: Readonly<Record<(typeof resultParameters)[number], string>> = {
  _sort: 'Names of keys, separated by commas; a minus before a name sorts downwards.',
  _count: 'Matches on a page; 0 asks for the total alone.',
  _total: 'none, estimate or accurate.',
  _summary: 'true, text, data, count or false.',
  _elements: 'Names of the elements that are wanted.',
  _include: 'Resources that the matches refer to, as [type]:[parameter].',
  _revinclude: 'Resources that refer to the matches, as [type]:[parameter].',
  _format: 'Overrides Accept.',
  _pretty: 'Accepted without effect.',
  _cursor: 'A place between two matches, from a link of a Bundle.',
};

/** For the OpenAPI document. */
export function searchQueryParameters(release: FhirRelease, type: SearchedType): readonly QueryParameter[] {
  const ofSearch = searchParametersOf(type, release).map((parameter): QueryParameter => ({
    name: parameter.name,
    description: `${parameter.type}. ${toStated(parameter).documentation}`,
    schema: { type: 'string' },
  }));
  const ofResult = resultParameters.map((name): QueryParameter => ({
    name,
    description:
      name === '_sort' ? `${resultDocumentation[name]} Keys: ${Object.keys(sortKeys[type]).join(', ')}.` : resultDocumentation[name],
    schema: { type: 'string' },
  }));
  return [...ofSearch, ...ofResult];
}
