import { ExactNumber, stringifyJson } from './exact-number';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
};

/** JSON text in which the order of members does not count, to tell whether two bodies say the same. */
export const canonicalJson = (value: unknown): string => stringifyJson(sorted(value));
