import type { NewObservation, ReferenceInterval } from '@gateway/core';
import { toJsonNumber } from '@gateway/kernel';

/**
 * What the demo laboratory finds. The figures are those of the official FHIR R4B examples (package hl7.fhir.r4b.examples 4.3.0,
 * CC0): the reports `lipids`, `ghp` and `micro`, and the observations `f004`, `f005` and `f206`. Where `micro` has codes of its
 * own laboratory, those of LOINC stand here.
 */

interface Finding {
  /** Boundaries of what is usual, with their digits. */
  readonly low?: string;
  readonly high?: string;
  readonly label?: string;
  readonly interpretation?: string;
  readonly note?: string;
}

const intervalOf = ({ low, high, label }: Finding): ReferenceInterval => ({
  label: label ?? '',
  lower: low === undefined ? null : { operator: '>=', value: toJsonNumber(low) },
  upper: high === undefined ? null : { operator: '<=', value: toJsonNumber(high) },
});

function observation(loincNum: string, value: string, unit: string | null, finding: Finding = {}): NewObservation {
  const { low, high, label, interpretation, note } = finding;
  const hasRange = low !== undefined || high !== undefined || label !== undefined;
  return {
    loincNum,
    value,
    unit,
    referenceRange: hasRange ? { intervals: [intervalOf(finding)] } : null,
    interpretation: interpretation ?? null,
    labNotes: note === undefined ? null : [note],
  };
}

export const lipids: readonly NewObservation[] = [
  observation('35200-5', '6.3', 'mmol/L', { high: '4.5' }),
  observation('35217-9', '1.3', 'mmol/L', { high: '2.0' }),
  observation('2085-9', '1.3', 'mmol/L', { low: '1.5' }),
  observation('13457-7', '4.6', 'mmol/L', { high: '3.0' }),
];

const cells: readonly NewObservation[] = [
  observation('718-7', '176', 'g/L', { low: '135', high: '180' }),
  observation('789-8', '5.9', 'x10*12/L', { low: '4.2', high: '6.0' }),
  observation('4544-3', '55', '%', { low: '38', high: '52', interpretation: 'H' }),
  observation('787-2', '99', 'fL', { low: '80', high: '98', interpretation: 'H' }),
  observation('785-6', '36', 'pg', { low: '27', high: '35', interpretation: 'H' }),
  observation('777-3', '444', 'x10*9/L', { low: '150', high: '450' }),
  observation('6690-2', '4.6', 'x10*9/L', { low: '4.0', high: '11.0' }),
];

const whiteCells: readonly NewObservation[] = [
  observation('751-8', '0.9', 'x10*9/L', { low: '2.0', high: '7.5', interpretation: 'LL' }),
  observation('731-0', '0.9', 'x10*9/L', { low: '1.1', high: '4.0', interpretation: 'L' }),
  observation('742-7', '0.9', 'x10*9/L', { low: '0.2', high: '1.0' }),
  observation('711-2', '0.92', 'x10*9/L', { low: '0.04', high: '0.40', interpretation: 'HH' }),
  observation('704-7', '0.92', 'x10*9/L', { high: '0.21' }),
];

export const bloodCount: readonly NewObservation[] = [...cells, ...whiteCells];

/** The kinds of white cells are still being counted: they have no value yet. */
export const bloodCountWithoutWhiteCells: readonly NewObservation[] = [
  ...cells,
  ...whiteCells.map(({ loincNum, unit }) => observation(loincNum, '', unit, { note: 'Follows.' })),
];

const erythrocytesByAge =
  ' 12-14 y Male: 4.4 - 5.2  x  10^12/L ; 12-14 y Female: 4.2 - 4.8  x  10^12/L ; 15-17 y Male: 4.6 - 5.4  x  10^12/L ; ' +
  '15-17 y Female: 4.2 - 4.8  x  10^12/L ; 18-64 y Male: 4.6 - 5.4  x  10^12/L ; 18-64 y Female: 4.0 - 4.8  x  10^12/L ; ' +
  '65-74 y Male: 4.3 - 5.3  x  10^12/L ; 65-74 y Female: 4.1 - 4.9  x  10^12/L';

/** The first report of the corrected result. */
export const bloodCountOfAnotherSpecimen: readonly NewObservation[] = [
  observation('789-8', '4.12', '10^12/L', { label: erythrocytesByAge, interpretation: 'L' }),
  observation('718-7', '7.2', 'g/dl', { low: '7.5', high: '10', interpretation: 'L' }),
];

export const bloodCulture: readonly NewObservation[] = [
  observation('600-7', 'Staphylococcus aureus', null, {
    interpretation: 'POS',
    note: 'D-Test:  Negative - This isolate does not demonstrate inducible clindamycin resistance in vitro.',
  }),
  observation('28-1', '', null, { interpretation: 'R' }),
  observation('233-7', '>=8', null, { interpretation: 'R' }),
  observation('383-0', '0.5', null, { interpretation: 'S' }),
  observation('6932-8', '>=2', null, { interpretation: 'R' }),
  observation('524-9', '1', null, { interpretation: 'S' }),
];
