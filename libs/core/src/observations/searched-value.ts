import type { JsonNumber } from '@gateway/kernel';
import { type Comparator, readValue, ucumCodeOf } from './reading';

/** What FHIR's search finds a value by; columns of `observations`. */
export interface SearchedValue {
  readonly valueKind: 'absent' | 'quantity' | 'ratio' | 'range' | 'concept' | 'text';
  /** The numbers that a quantity stands for, as PostgreSQL's `numrange` reads it: `<0.5` is all below. */
  readonly valueNumbers: string | null;
  /** UCUM code of the unit of a quantity. */
  readonly valueUnitCode: string | null;
  /** SNOMED CT code of a word. */
  readonly valueConceptCode: string | null;
}

const rangeOf = (value: JsonNumber, comparator: Comparator | undefined): string => {
  const digits = String(value);
  switch (comparator) {
    case '<':
      return `(,${digits})`;
    case '<=':
      return `(,${digits}]`;
    case '>':
      return `(${digits},)`;
    case '>=':
      return `[${digits},)`;
    case undefined:
      return `[${digits},${digits}]`;
  }
};

export function searchedValueOf({ value, unit }: { readonly value: string; readonly unit: string | null }): SearchedValue {
  const read = readValue(value);
  const isQuantity = read.kind === 'quantity';
  return {
    valueKind: read.kind,
    valueNumbers: isQuantity ? rangeOf(read.value, read.comparator) : null,
    valueUnitCode: isQuantity && unit !== null ? (ucumCodeOf(unit) ?? null) : null,
    valueConceptCode: read.kind === 'concept' ? (read.concept.code ?? null) : null,
  };
}
