import type { Bind, Condition, SearchedType } from '@gateway/core';
import type { QueryPair } from '@gateway/kernel';
import type { FhirRelease } from '../release';

/** Search parameters (https://hl7.org/fhir/R5/search.html): how each becomes a condition on our records. */
export type SearchValueType = 'token' | 'reference' | 'date' | 'quantity' | 'string' | 'uri' | 'composite';

/** What conditions have to know besides the values. */
export interface SearchSetting {
  readonly baseUrl: string;
  /** Of the wall clock that dates without an offset are read from. */
  readonly labTimeZone: string;
  readonly now: Date;
}

/** One occurrence of a parameter: the values between its commas, of which any may match. */
export interface SearchTerm {
  /** As given, for errors. */
  readonly pair: QueryPair;
  readonly modifier: string | undefined;
  /** Still with the escapes that separate their parts. */
  readonly values: readonly string[];
}

export interface SearchParameter {
  readonly name: string;
  /** The name that the official definition has in the other release, where there is one; absent: the parameter is of both. */
  readonly release?: FhirRelease['name'];
  readonly type: SearchValueType;
  /** Besides `missing`, which every parameter but composites has. */
  readonly modifiers: readonly string[];
  /** Whether the element is there. */
  readonly presence: Condition;
  /** The opposite, where an index serves it better than the presence turned round. */
  readonly absence?: Condition;
  /** @throws AppError that names the parameter and the value */
  read(term: SearchTerm, setting: SearchSetting): Condition;
  readonly link?: ReferenceLink;
}

/** What a reference leads to, as far as we have it. */
export interface ReferenceLink {
  /** Types of our own records. */
  readonly targets: readonly SearchedType[];
  /** Member of the resource that holds the references. */
  readonly element: string;
  /** Whether the reference leads to one of the records whose ids a SELECT gives. */
  leadsTo(type: SearchedType, ids: string, bind: Bind, partner: string): string;
  /** Whether what the reference says itself has such an identifier (https://hl7.org/fhir/R5/references.html#logical). */
  readonly identified?: (term: SearchTerm, setting: SearchSetting) => Condition;
}

export const isOfRelease = ({ release }: SearchParameter, name: FhirRelease['name']): boolean => release === undefined || release === name;
