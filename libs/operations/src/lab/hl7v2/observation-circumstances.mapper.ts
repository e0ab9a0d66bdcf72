import { readValue, type ReferenceInterval, type ReferenceRange } from '@gateway/core';
import type { Segment } from './segment';

/** What stands in an OBX beside the value (HL7 v2.5.1, section 7.4.2). */

/** Names of LOINC in table 0396, and those that are met beside it. */
const loincSystems = new Set(['LN', 'LOINC', '2.16.840.1.113883.6.1', 'http://loinc.org']);

/** Where a coded element may have its code; the coding system stands two components after it. */
const codeParts = [1, 4, 10];

/** Code of a coding system, wherever in the element it stands. */
const codeIn = (segment: Segment, field: number, isSystem: (system: string) => boolean): string | undefined =>
  codeParts
    .filter((part) => isSystem(segment.component(field, part === 10 ? 12 : part + 2).trim()))
    .map((part) => segment.component(field, part).trim())
    .find((code) => code !== '');

export const loincOf = (obx: Segment): string | undefined =>
  codeIn(obx, 3, (system) => loincSystems.has(system.toUpperCase()) || loincSystems.has(system));

/** The laboratory's own codes in a coded element. */
export const localCodesIn = (segment: Segment, field: number): readonly string[] =>
  [1, 4]
    .filter(
      (part) =>
        !loincSystems.has(
          segment
            .component(field, part + 2)
            .trim()
            .toUpperCase(),
        ),
    )
    .map((part) => segment.component(field, part))
    .filter((code) => code.trim() !== '');

/** The UCUM code where one is named, otherwise what is written first. */
export function unitOf(obx: Segment): string | null {
  const ucum = codeIn(obx, 6, (system) => system.toUpperCase() === 'UCUM' || system === 'http://unitsofmeasure.org');
  return ucum ?? [1, 2, 4].map((part) => obx.component(6, part)).find((text) => text.trim() !== '') ?? null;
}

/** `3.5-5.1`, `<5`, `>= 3` become boundaries with their digits; anything else is a label. A range includes its ends. */
function toInterval(written: string): ReferenceInterval {
  const text = written.trim();
  const read = readValue(text);
  if (read.kind === 'range') {
    return { label: '', lower: { operator: '>=', value: read.low }, upper: { operator: '<=', value: read.high } };
  }
  if (read.kind === 'quantity') {
    const { comparator, value } = read;
    if (comparator === '<' || comparator === '<=') return { label: '', lower: null, upper: { operator: comparator, value } };
    if (comparator !== undefined) return { label: '', lower: { operator: comparator, value }, upper: null };
  }
  return { label: text, lower: null, upper: null };
}

export function referenceRangeOf(obx: Segment): ReferenceRange | null {
  const written = obx.repetitions(7).filter((text) => text.trim() !== '');
  return written.length === 0 ? null : { intervals: written.map(toInterval) };
}

/** Codes of table 0078 that say nothing. */
const emptyFlags = new Set(['', 'null', 'NULL']);

/** Codes of table 0078; they are the interface's, whose FHIR names are those of the successor, v3-ObservationInterpretation. */
const flags = new Set(
  '< > A AA AC B D DET H HH HM HU HX I IE IND L LL LU LX MS N ND NEG NR NS POS QCF R RR S SDD SYN-R SYN-S TOX U VS W WR'.split(' '),
);

/** A known code in its own spelling; anything else stays as the laboratory wrote it. */
const toFlag = (written: string): string => (flags.has(written.toUpperCase()) ? written.toUpperCase() : written);

/** The first flag is the interpretation; an observation has no place for more, so they are told in notes. */
export function interpretationOf(obx: Segment): { readonly interpretation: string | null; readonly notes: readonly string[] } {
  const repetitions = Array.from({ length: obx.count(8) }, (_, index) => obx.component(8, 1, index + 1).trim());
  const [first = null, ...others] = repetitions.filter((flag) => !emptyFlags.has(flag)).map(toFlag);
  return { interpretation: first, notes: others.map((flag) => `OBX-8: ${flag}`) };
}

/** Each line of a comment is a note of its own; blank ones only set the others apart. */
export const notesOf = (notes: readonly Segment[]): readonly string[] =>
  notes.flatMap((nte) => nte.repetitions(3).flatMap((text) => text.split(/\r\n|\r|\n/))).filter((line) => line.trim() !== '');
