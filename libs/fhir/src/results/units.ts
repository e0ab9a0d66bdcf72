import { ucumCodeOf } from '@gateway/core';
import type { SimpleQuantity } from '../types/datatypes';
import { ucum } from './code-systems';
import { toFhirTextIfAny } from './fhir-text';

/** How a Quantity names its unit: as the laboratory wrote it, and as UCUM code (https://ucum.org) where that is certain. */
export type Unit = Omit<SimpleQuantity, 'value'>;

/** The unit of what has none. */
export const unitless: Unit = { system: ucum, code: '1' };

export function toUnit(written: string | null): Unit {
  const unit = toFhirTextIfAny(written);
  if (written === null || unit === undefined) return {};
  const code = ucumCodeOf(written);
  return code === undefined ? { unit } : { unit, system: ucum, code };
}
