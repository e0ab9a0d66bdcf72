import { isJsonNumber } from '@gateway/kernel';

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null && !isJsonNumber(value);

const membersOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, member]) => member !== undefined);

/** Whether two JSON values say the same: numbers by their digits, objects whatever the order of their members. Undefined is absent. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isJsonNumber(one) && isJsonNumber(other)) return String(one) === String(other);
  if (!isContainer(one) || !isContainer(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, at) => isSameJson(item, other[at]))
    );
  }
  const members = membersOf(one);
  return (
    members.length === membersOf(other).length &&
    members.every(([name, member]) => Object.hasOwn(other, name) && isSameJson(member, (other as Record<string, unknown>)[name]))
  );
}
