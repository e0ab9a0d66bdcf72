import type { Violation } from '@gateway/problems';

/** A kit and the code that fulfilment gives it. */
export interface KitAssignment {
  readonly kitId: string;
  readonly kitCode: string;
}

/** What is wrong with assignments that should name every kit of an order exactly once, each with a code of its own. */
export function assignmentFaults(assignments: readonly KitAssignment[], kitIds: readonly string[]): Violation[] {
  const known = new Set(kitIds);
  const [kits, codes] = [new Set<string>(), new Set<string>()];
  const faults = assignments.flatMap(({ kitId, kitCode }, index): Violation[] => {
    const found: Violation[] = [];
    const propertyPath = `kits[${index}].kit`;
    if (!known.has(kitId)) found.push({ propertyPath, constraint: 'Choice', hint: 'kit_unknown' });
    if (kits.has(kitId)) found.push({ propertyPath, constraint: 'Unique', hint: 'kit_missing' });
    if (codes.has(kitCode)) found.push(codeInUse(index));
    kits.add(kitId);
    codes.add(kitCode);
    return found;
  });
  if (kitIds.every((id) => kits.has(id))) return faults;
  return [...faults, { propertyPath: 'kits', constraint: 'TooFew', payload: { min: kitIds.length }, hint: 'kit_missing' }];
}

export const codeInUse = (index: number): Violation => ({
  propertyPath: `kits[${index}].kitCode`,
  constraint: 'Unique',
  hint: 'code_in_use',
});
