import { type Condition, type SearchedType, toComparedReference } from '@gateway/core';
import { badValue } from '@gateway/kernel';
import { never } from '../conditions';
import type { ReferenceLink, SearchParameter, SearchSetting, SearchTerm } from '../search-parameter';
import { unescaped } from '../values/separated';
import { readToken } from '../values/token-value';
import type { ParameterFacts } from './parameter-facts';
import type { TokenMatch } from './token-parameter';

interface ReferenceFacts extends ParameterFacts {
  /** Types that the element may refer to. */
  readonly targets: readonly string[];
  /** Whether the record refers to any of these, in the form in which references are compared. */
  readonly match: (references: readonly string[], setting: SearchSetting) => Condition;
  /** Whether the reference itself has any of these identifiers. */
  readonly identifier?: TokenMatch;
  readonly element?: string;
  readonly leadsTo?: ReferenceLink['leadsTo'];
}

const searchedTypes = [
  'ServiceRequest',
  'DiagnosticReport',
  'Observation',
  'Patient',
  'Specimen',
] as const satisfies readonly SearchedType[];

const idPattern = /^[A-Za-z0-9\-.]{1,64}$/;

/** `[id]`, `[type]/[id]`, an address; with the modifier `:[type]` an id of that type. */
function referencesIn({ pair, modifier, values }: SearchTerm, targets: readonly string[], { baseUrl }: SearchSetting): readonly string[] {
  const types = modifier === undefined ? targets : [modifier];
  return values.flatMap((text) => {
    const value = unescaped(text);
    if (value === '') throw badValue(pair, 'id, type/id, URL');
    if (idPattern.test(value)) return types.map((type) => `${type}/${value}`);
    const reference = toComparedReference(value, baseUrl);
    return modifier === undefined || new RegExp(`(?:^|/)${modifier}/`).test(reference) ? [reference] : [];
  });
}

export function referenceParameter({ targets, match, identifier, element, leadsTo, ...facts }: ReferenceFacts): SearchParameter {
  const identified =
    identifier &&
    ((term: SearchTerm, setting: SearchSetting): Condition =>
      identifier(
        term.values.map((value) => readToken(value, term.pair)),
        setting,
      ));
  const own = searchedTypes.filter((type) => targets.includes(type));
  return {
    ...facts,
    type: 'reference',
    modifiers: [...(identified === undefined ? [] : ['identifier']), ...targets],
    read: (term, setting) => {
      if (term.modifier === 'identifier' && identified !== undefined) return identified(term, setting);
      const references = referencesIn(term, targets, setting);
      return references.length === 0 ? never : match(references, setting);
    },
    ...(leadsTo !== undefined && element !== undefined && own.length > 0 && { link: { targets: own, element, leadsTo, identified } }),
  };
}

/** The ids in references to our own records of a type. */
export const idsIn = (references: readonly string[], type: SearchedType): readonly string[] =>
  references.flatMap((reference) => (reference.startsWith(`${type}/`) ? [reference.slice(type.length + 1)] : []));
