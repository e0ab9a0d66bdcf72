import type { Boundary, ObservationRow, ReferenceInterval, ReferenceRange } from '@gateway/core';

/** Observation of the interface. */
export interface Observation {
  readonly id: string;
  readonly testResult: string;
  readonly loincNum: string;
  readonly value: string;
  readonly unit: string | null;
  readonly referenceRange?: ReferenceRange;
  readonly interpretation: string | null;
  readonly labNotes: readonly string[] | null;
  readonly createdAt: string;
}

const toBoundary = <Operator extends string>(boundary: Boundary<Operator> | null): Boundary<Operator> | null =>
  boundary && { operator: boundary.operator, value: boundary.value };

const toInterval = (interval: ReferenceInterval): ReferenceInterval => ({
  label: interval.label,
  lower: toBoundary(interval.lower),
  upper: toBoundary(interval.upper),
});

export const toObservation = (row: ObservationRow): Observation => ({
  id: row.id,
  testResult: `/v1/test_results/${row.resultId}`,
  loincNum: row.loincNum,
  value: row.value,
  unit: row.unit,
  ...(row.referenceRange !== null && { referenceRange: { intervals: row.referenceRange.intervals.map(toInterval) } }),
  interpretation: row.interpretation,
  labNotes: row.labNotes,
  createdAt: row.createdAt,
});
