import { isSameJson } from '@gateway/fhir';
import type { JsonObject } from '@gateway/kernel';

/**
 * A list of CodeableReferences (R5) as R4B has it: concepts and references in lists of their own. What does not fit there, such as an
 * entry with both or an order of its own, is carried entry by entry.
 */
export interface SplitList {
  readonly concepts: readonly unknown[];
  readonly references: readonly unknown[];
  readonly carried: readonly JsonObject[];
}

/** Which parts of an entry R4B has a list for. */
export interface Slots {
  readonly hasConcepts: boolean;
  readonly isReferable: (reference: unknown) => boolean;
}

interface Joined {
  readonly entries: readonly JsonObject[];
  readonly isOvertaken: boolean;
}

const hasConcept = (entry: JsonObject, slots: Slots): boolean => slots.hasConcepts && Object.hasOwn(entry, 'concept');

const hasReference = (entry: JsonObject, slots: Slots): boolean =>
  Object.hasOwn(entry, 'reference') && slots.isReferable(entry['reference']);

const toEntries = (concepts: readonly unknown[], references: readonly unknown[]): readonly JsonObject[] => [
  ...concepts.map((concept): JsonObject => ({ concept })),
  ...references.map((reference): JsonObject => ({ reference })),
];

/** What is left of an entry without the parts that stand elsewhere. */
function leftOf(entry: JsonObject, slots: Slots): readonly JsonObject[] {
  if (!hasConcept(entry, slots) && !hasReference(entry, slots)) return [entry];
  const { concept, reference } = entry;
  if (!hasConcept(entry, slots) && concept !== undefined) return [{ concept }];
  if (!hasReference(entry, slots) && reference !== undefined) return [{ reference }];
  return [];
}

export function splitList(entries: readonly JsonObject[], slots: Slots): SplitList {
  const concepts = entries.filter((entry) => hasConcept(entry, slots)).map(({ concept }) => concept);
  const references = entries.filter((entry) => hasReference(entry, slots)).map(({ reference }) => reference);
  const unslotted = entries.filter((entry) => !hasConcept(entry, slots) && !hasReference(entry, slots));
  const carried = isSameJson(entries, [...toEntries(concepts, references), ...unslotted]) ? unslotted : entries;
  return { concepts, references, carried };
}

/** The list again. Concepts and references as they stand now take the places of those that were carried. */
export function joinList({ concepts, references, carried }: SplitList, slots: Slots): Joined {
  const before = splitList(carried, slots);
  const plain = toEntries(concepts, references);
  if (before.concepts.length + before.references.length === 0) return { entries: [...plain, ...carried], isOvertaken: false };
  if (before.concepts.length !== concepts.length || before.references.length !== references.length) {
    return { entries: [...plain, ...carried.flatMap((entry) => leftOf(entry, slots))], isOvertaken: true };
  }
  const [nextConcept, nextReference] = [concepts.values(), references.values()];
  const entries = carried.map((entry): JsonObject => ({
    ...entry,
    ...(hasConcept(entry, slots) && { concept: nextConcept.next().value }),
    ...(hasReference(entry, slots) && { reference: nextReference.next().value }),
  }));
  return { entries, isOvertaken: !isSameJson(entries, carried) };
}
