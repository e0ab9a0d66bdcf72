import { type ResultContext, translate } from '@gateway/core';
import type { Language } from '@gateway/problems';
import type { CodeableConcept } from '../types/datatypes';
import { loinc } from './code-systems';
import { toFhirText } from './fhir-text';

/** A product of one analyte names it; of the others we know the LOINC number alone. */
function nameOf({ loincNums, name }: ResultContext['product'], loincNum: string, language: Language): string | undefined {
  const [only, ...others] = loincNums;
  return only === loincNum && others.length === 0 ? toFhirText(translate(name, language)) : undefined;
}

/** What was measured, in words. */
export const analyteText = (product: ResultContext['product'], loincNum: string, language: Language): string =>
  nameOf(product, loincNum, language) ?? `LOINC ${toFhirText(loincNum)}`;

export function toAnalyte(product: ResultContext['product'], loincNum: string, language: Language): CodeableConcept {
  const display = nameOf(product, loincNum, language);
  return {
    coding: [{ system: loinc, code: toFhirText(loincNum), ...(display !== undefined && { display }) }],
    text: analyteText(product, loincNum, language),
  };
}
