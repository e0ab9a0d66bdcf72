import type { NewResult } from '@gateway/core';

type Stage = NonNullable<NewResult['stage']>;

interface ObservationStatus {
  /** Whether the observation is part of the result. */
  readonly isKept: boolean;
  readonly stage?: Stage;
}

/** OBX-11, table 0085. */
export const observationStatuses = {
  // Absent where a laboratory does not use it.
  '': { isKept: true },
  A: { isKept: true, stage: 'corrected' },
  B: { isKept: true },
  C: { isKept: true, stage: 'corrected' },
  // Deleted, and posted as wrong: what was told before is withdrawn.
  D: { isKept: false, stage: 'corrected' },
  F: { isKept: true },
  I: { isKept: true, stage: 'partial' },
  // Not asked for, and a description of the order: no result.
  N: { isKept: false },
  O: { isKept: false },
  P: { isKept: true, stage: 'partial' },
  R: { isKept: true, stage: 'partial' },
  S: { isKept: true, stage: 'partial' },
  U: { isKept: true },
  V: { isKept: true },
  W: { isKept: false, stage: 'corrected' },
  // Cannot be obtained: an observation without value.
  X: { isKept: true },
} as const satisfies Record<string, ObservationStatus>;

/** OBR-25, table 0123, as far as it tells of results. */
export const resultStatuses = {
  '': undefined,
  A: 'partial',
  C: 'corrected',
  F: undefined,
  P: 'partial',
  R: 'partial',
  X: undefined,
} as const satisfies Record<string, Stage | undefined>;

export const observationStatusOf = (status: string): ObservationStatus | undefined =>
  Object.hasOwn(observationStatuses, status) ? observationStatuses[status as keyof typeof observationStatuses] : undefined;

export const isResultStatus = (status: string): status is keyof typeof resultStatuses => Object.hasOwn(resultStatuses, status);

/** The allowed ones, for people. */
export const namesOf = (statuses: object): string =>
  Object.keys(statuses)
    .filter((status) => status !== '')
    .join(', ');

/** How far the laboratory says that the result goes; undefined where that shows in what it holds. A correction counts before all. */
export function stageOf(resultStatus: keyof typeof resultStatuses, observations: readonly (Stage | undefined)[]): Stage | undefined {
  const stages = [resultStatuses[resultStatus], ...observations];
  return (['corrected', 'partial'] as const).find((stage) => stages.includes(stage));
}
