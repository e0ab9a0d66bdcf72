import type { CodeableConcept, Coding } from '../types/datatypes';
import { interpretations } from './code-systems';
import { toFhirTextIfAny } from './fhir-text';
import { type InterpretationCode, interpretationCodes, interpretationWords } from './interpretation-codes';

const toCoding = (code: InterpretationCode): Coding => ({ system: interpretations, code, display: interpretationCodes[code] });

const codes = Object.keys(interpretationCodes) as InterpretationCode[];

const byText: ReadonlyMap<string, Coding> = new Map([
  ...codes.flatMap((code) =>
    Object.values(interpretationWords[code] ?? {}).flatMap((words) => words.map((word) => [word, toCoding(code)] as const)),
  ),
  ...codes.map((code) => [code.toLowerCase(), toCoding(code)] as const),
]);

/** More than the longest of the words. */
const maximumLength = 100;

/** The flag that the laboratory gave, with its code where it is known; nothing is computed from the value. */
export function toInterpretation(written: string | null): CodeableConcept | undefined {
  const text = toFhirTextIfAny(written);
  if (written === null || text === undefined) return undefined;
  const coding =
    written.length > maximumLength ? undefined : byText.get(written.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase());
  return { ...(coding && { coding: [coding] }), text };
}
