import type { Violation } from '@gateway/problems';

/** A kit and the code that fulfilment gives it. */
export interface KitAssignment {
  readonly kitId: string;
  readonly kitCode: string;
}

/** What is wrong with assignments that should name every kit of an order exactly once, each with a code of its own. */
export function assignmentFaults(assignments: readonly KitAssignment[], kitIds: readonly string[]): Violation[] {
  const faults = assignments.flatMap(({ kitId, kitCode }, index): Violation[] => [
    ...(kitIds.includes(kitId)
      ? []
      : [{ propertyPath: `kits[${index}].kit`, constraint: 'Choice' as const, hint: 'kit_unknown' as const }]),
    ...(assignments.findIndex((other) => other.kitId === kitId) < index
      ? [{ propertyPath: `kits[${index}].kit`, constraint: 'Unique' as const, hint: 'kit_missing' as const }]
      : []),
    ...(assignments.findIndex((other) => other.kitCode === kitCode) < index ? [codeInUse(index)] : []),
  ]);
  const isComplete = kitIds.every((id) => assignments.some(({ kitId }) => kitId === id));
  return isComplete
    ? faults
    : [...faults, { propertyPath: 'kits', constraint: 'TooFew', payload: { min: kitIds.length }, hint: 'kit_missing' }];
}

export const codeInUse = (index: number): Violation => ({
  propertyPath: `kits[${index}].kitCode`,
  constraint: 'Unique',
  hint: 'code_in_use',
});
