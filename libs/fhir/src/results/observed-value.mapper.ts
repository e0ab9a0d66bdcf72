import { readValue, type WordConcept } from '@gateway/core';
import type { CodeableConcept } from '../types/datatypes';
import type { ObservedValue } from '../types/result-resources';
import { snomed, unknownValue } from './code-systems';
import { toFhirText } from './fhir-text';
import { type Unit, unitless } from './units';

const toConcept = ({ code, display }: WordConcept, text: string): CodeableConcept => ({
  ...(code !== undefined && { coding: [{ system: snomed, code, display }] }),
  text: toFhirText(text),
});

/** value[x] of an Observation, with the digits that the laboratory wrote. */
export function toObservedValue(text: string, unit: Unit): ObservedValue {
  const read = readValue(text);
  switch (read.kind) {
    case 'absent':
      return { dataAbsentReason: unknownValue };
    case 'quantity': {
      const { comparator, value } = read;
      return { valueQuantity: { value, ...(comparator !== undefined && { comparator }), ...unit } };
    }
    case 'ratio': {
      const isBare = Object.keys(unit).length === 0;
      const numerator = { value: read.numerator, ...(isBare ? unitless : unit) };
      return { valueRatio: { numerator, denominator: { value: read.denominator, ...unitless } } };
    }
    case 'range':
      return { valueRange: { low: { value: read.low, ...unit }, high: { value: read.high, ...unit } } };
    case 'concept':
      return { valueCodeableConcept: toConcept(read.concept, text) };
    case 'text':
      return { valueString: toFhirText(text) };
  }
}
