import type { Boundary, ReferenceInterval, ReferenceRange } from '@gateway/core';
import type { SimpleQuantity } from '../types/datatypes';
import type { ObservationReferenceRange } from '../types/result-resources';
import { isBlank, toFhirText } from './fhir-text';
import type { Unit } from './units';

type Bound = Boundary<string> | null;

const spell = (bound: Bound): string => {
  const value = bound?.value ?? undefined;
  return bound === null || value === undefined ? '' : `${bound.operator} ${String(value)}`;
};

/** The interval in words, with the exact bounds, as `normal: > 3.5 – <= 5.1 mmol/L`; empty where it says nothing. */
export function spellInterval({ label, lower, upper }: ReferenceInterval, unit: string | null): string {
  const bounds = [spell(lower), spell(upper)].filter((bound) => bound !== '').join(' – ');
  const measured = bounds === '' || unit === null || isBlank(unit) ? bounds : `${bounds} ${unit.trim()}`;
  return [label.trim(), measured].filter((part) => part !== '').join(': ');
}

const toLimit = (bound: Bound, unit: Unit): SimpleQuantity | undefined => {
  const value = bound?.value ?? undefined;
  return value === undefined ? undefined : { value, ...unit };
};

/** @param written the unit as the laboratory wrote it; `unit` is what became of it */
function toRange(interval: ReferenceInterval, unit: Unit, written: string | null): ObservationReferenceRange {
  const low = toLimit(interval.lower, unit);
  const high = toLimit(interval.upper, unit);
  return {
    ...(low && { low }),
    ...(high && { high }),
    ...(!isBlank(interval.label) && { type: { text: toFhirText(interval.label) } }),
    text: toFhirText(spellInterval(interval, written)),
  };
}

/** Every interval that has a bound or a label: what has neither would break obs-3. */
export const toReferenceRanges = (range: ReferenceRange | null, unit: Unit, written: string | null): ObservationReferenceRange[] =>
  (range?.intervals ?? [])
    .filter((interval) => spellInterval(interval, null) !== '')
    .map((interval): ObservationReferenceRange => toRange(interval, unit, written));
