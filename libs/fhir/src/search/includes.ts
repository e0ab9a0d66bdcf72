import type { SearchedType } from '@gateway/core';
import { isUuid, type JsonObject, objectsIn, type QueryPair, textIn } from '@gateway/kernel';
import type { FhirRelease } from '../release';
import { isSearchedType, searchParametersOf } from './parameters';
import type { SearchParameter } from './search-parameter';

/** Resources that come along with those that match (https://hl7.org/fhir/R5/search.html#include). */
export interface Include {
  readonly direction: 'forward' | 'reverse';
  readonly parameter: SearchParameter;
  /** Forward: the types referred to. Reverse: the type that refers. */
  readonly types: readonly SearchedType[];
}

const linksOf = (type: SearchedType, release: FhirRelease): readonly SearchParameter[] =>
  searchParametersOf(type, release).filter(({ link }) => link !== undefined);

/** `[type]:[parameter]`, with `:[target type]` behind; undefined for what is not known. */
export function readInclude(type: SearchedType, { name, value }: QueryPair, release: FhirRelease): Include | undefined {
  const [source = '', parameterName, target, ...others] = value.split(':');
  if (!isSearchedType(source) || others.length > 0) return undefined;
  const parameter = linksOf(source, release).find((each) => each.name === parameterName);
  if (parameter?.link === undefined) return undefined;
  const targets = parameter.link.targets.filter((each) => target === undefined || target === each);
  if (name === '_include') return source === type && targets.length > 0 ? { direction: 'forward', parameter, types: targets } : undefined;
  return targets.includes(type) ? { direction: 'reverse', parameter, types: [source] } : undefined;
}

const isIdOf = (type: SearchedType, id: string): boolean => (type === 'ServiceRequest' ? /^[1-9]\d{0,17}$/.test(id) : isUuid(id));

/** Ids of our own records of a type that the resources refer to by an element. */
export const referredIds = (resources: readonly JsonObject[], element: string, type: SearchedType): readonly string[] =>
  resources
    .flatMap((resource) => objectsIn(resource[element]))
    .flatMap(({ reference }) => textIn(reference) ?? [])
    .flatMap((reference) => {
      const [, found, id = ''] =
        /(?:^|\/fhir\/r(?:4b|5)\/)([A-Z][A-Za-z]+)\/([A-Za-z0-9\-.]{1,64})(?:\/_history\/[^/]+)?$/.exec(reference) ?? [];
      return found === type && isIdOf(type, id) ? [id] : [];
    });

/** Values of `_include` for the type. */
export const includesOf = (type: SearchedType, release: FhirRelease): readonly string[] =>
  linksOf(type, release).map(({ name }) => `${type}:${name}`);

/** Values of `_revinclude` for the type. */
export const revIncludesOf = (type: SearchedType, types: readonly SearchedType[], release: FhirRelease): readonly string[] =>
  types.flatMap((source) =>
    linksOf(source, release)
      .filter(({ link }) => link!.targets.includes(type))
      .map(({ name }) => `${source}:${name}`),
  );
