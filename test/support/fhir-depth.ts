import { ExactNumber, stringifyJson } from '@gateway/kernel';

type Members = Readonly<Record<string, unknown>>;

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
    ? 1 + Math.max(0, ...Object.values(value).map(levelsOf))
    : 0;

/** A valid request whose JSON is so many levels deep. */
export function requestOfDepth(levels: number): Members {
  let extension: Members = { url: 'urn:x', valueCode: 'a' };
  while (levelsOf({ extension: [extension] }) < levels - 1) extension = { url: 'urn:x', extension: [extension] };
  // Extensions are two levels each; a value of its own makes up for one.
  const isShort = levelsOf({ extension: [extension] }) < levels;
  const made = isShort
    ? JSON.parse(stringifyJson({ extension: [extension] }).replace('"valueCode":"a"', '"valueCoding":{"code":"a"}'))
    : { extension: [extension] };
  if (levelsOf(made) !== levels) throw new Error(`${levelsOf(made)} levels`);
  return made as Members;
}
