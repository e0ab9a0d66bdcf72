import { createHash } from 'node:crypto';
import { type Analyte, analyteOf, type Quality, type Quantity } from './analytes';

export const outcomes = ['normal', 'abnormal', 'critical', 'partial', 'corrected'] as const;
export type Outcome = (typeof outcomes)[number];

type Boundary<Operator> = { readonly operator: Operator; readonly value: number } | null;

export interface SimulatedObservation {
  readonly loincNum: string;
  readonly value: string;
  readonly unit: string | null;
  readonly referenceRange: { readonly intervals: readonly [{ label: string; lower: Boundary<'>='>; upper: Boundary<'<='> }] } | null;
  readonly interpretation: string | null;
  readonly labNotes: readonly string[] | null;
}

export interface SimulatedReport {
  readonly labNotes: readonly string[] | null;
  readonly observations: readonly SimulatedObservation[];
}

type Finding = 'normal' | 'abnormal' | 'critical';

/** From 0 to 1, the same for the same test and analyte: a simulation can be repeated. */
const chanceOf = (testId: string, loincNum: string): number =>
  createHash('sha256').update(`${testId} ${loincNum}`).digest().readUInt32BE() / 2 ** 32;

/** The middle part of what is usual. */
const usual = ({ low, high }: Quantity, chance: number): number => {
  const from = low ?? high! / 3;
  const to = high ?? low! * 2;
  return from + (to - from) * (0.2 + 0.6 * chance);
};

/** A tenth to a half beyond the boundary on the side where the critical values lie. */
const beyond = ({ low, high, critical }: Quantity, chance: number): number =>
  high !== undefined && critical > high
    ? high + (critical - high) * (0.05 + 0.2 * chance)
    : low! - (low! - critical) * (0.1 + 0.4 * chance);

const isHigh = ({ high, critical }: Quantity): boolean => high !== undefined && critical > high;

const rangeOf = ({ low, high }: Quantity): SimulatedObservation['referenceRange'] => ({
  intervals: [
    {
      label: 'normal',
      lower: low === undefined ? null : { operator: '>=', value: low },
      upper: high === undefined ? null : { operator: '<=', value: high },
    },
  ],
});

function measured(quantity: Quantity, finding: Finding, chance: number): Omit<SimulatedObservation, 'loincNum'> {
  const letter = isHigh(quantity) ? 'H' : 'L';
  const [value, interpretation] = {
    normal: [usual(quantity, chance), 'N'] as const,
    abnormal: [beyond(quantity, chance), letter] as const,
    critical: [quantity.critical, letter + letter] as const,
  }[finding];
  const labNotes = finding === 'critical' ? ['Critical value.'] : null;
  return { value: value.toFixed(quantity.decimals), unit: quantity.unit, referenceRange: rangeOf(quantity), interpretation, labNotes };
}

const found = (quality: Quality, finding: Finding): Omit<SimulatedObservation, 'loincNum'> => ({
  value: finding === 'normal' ? quality.normal : quality.abnormal,
  unit: null,
  referenceRange: null,
  interpretation: { normal: 'NEG', abnormal: 'POS', critical: 'AA' }[finding],
  labNotes: finding === 'critical' ? ['Critical value.'] : null,
});

const pending = (loincNum: string, analyte: Analyte): SimulatedObservation => ({
  loincNum,
  value: '',
  unit: 'unit' in analyte ? analyte.unit : null,
  referenceRange: null,
  interpretation: null,
  labNotes: ['Follows.'],
});

/** The reports that an outcome takes, in the order of their delivery. What is not normal is the first analyte. */
export function reportsOf(outcome: Outcome, testId: string, loincNums: readonly string[]): readonly SimulatedReport[] {
  const observe = (loincNum: string, finding: Finding): SimulatedObservation => {
    const analyte = analyteOf(loincNum);
    const content = 'unit' in analyte ? measured(analyte, finding, chanceOf(testId, loincNum)) : found(analyte, finding);
    return { loincNum, ...content };
  };
  const all = (finding: Finding): SimulatedObservation[] => loincNums.map((code, index) => observe(code, index === 0 ? finding : 'normal'));
  switch (outcome) {
    case 'normal':
    case 'abnormal':
    case 'critical':
      return [{ labNotes: null, observations: all(outcome) }];
    case 'partial': {
      const ready = Math.floor(loincNums.length / 2);
      const observations = all('normal').map((observation, index) =>
        index < ready ? observation : pending(observation.loincNum, analyteOf(observation.loincNum)),
      );
      return [{ labNotes: ['Partial result: the remaining values follow.'], observations }];
    }
    case 'corrected':
      return [
        { labNotes: null, observations: all('abnormal') },
        { labNotes: ['Corrected: this replaces the earlier result.'], observations: all('normal') },
      ];
  }
}
