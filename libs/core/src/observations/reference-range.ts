import { exactNumber, field, type JsonNumber, list, nullable, text } from '@gateway/kernel';
import { z } from 'zod';

const maximumIntervals = 50;

const lowerOperators = ['>', '>='] as const;
const upperOperators = ['<', '<='] as const;

const operator = <const O extends string>(operators: readonly O[], hint: 'lower_operator' | 'upper_operator') =>
  field({ type: 'string', enum: [...operators] }, (value, report): O => {
    if (typeof value !== 'string') report.wrongType('string');
    else if (!(operators as readonly string[]).includes(value))
      report.violation({ constraint: 'Choice', payload: { choices: operators }, hint });
    return value as O;
  });

/** The interval in which a value is usual, in the laboratory's own numbers. */
export const referenceRangeInput = z.object({
  intervals: list(
    z.object({
      label: text({ blank: true, example: 'normal' }),
      lower: nullable(z.object({ operator: operator(lowerOperators, 'lower_operator'), value: nullable(exactNumber()) })),
      upper: nullable(z.object({ operator: operator(upperOperators, 'upper_operator'), value: nullable(exactNumber()) })),
    }),
    { max: maximumIntervals },
  ),
});

export interface Boundary<Operator extends string> {
  readonly operator: Operator;
  /** With the digits that the laboratory wrote. */
  readonly value: JsonNumber | null;
}

export interface ReferenceInterval {
  readonly label: string;
  readonly lower: Boundary<(typeof lowerOperators)[number]> | null;
  readonly upper: Boundary<(typeof upperOperators)[number]> | null;
}

export interface ReferenceRange {
  readonly intervals: readonly ReferenceInterval[];
}
