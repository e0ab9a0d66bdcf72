import { isObject, type JsonObject } from '@gateway/kernel';

/** Whether an object says something under the name: null says as little as nothing. */
export const isGiven = (value: JsonObject, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== null && value[name] !== undefined;

type Pair = readonly [name: string, value: unknown];

/**
 * The object with each member mapped, left out where that gives undefined, or as it is; in the same order. It is itself when nothing
 * changes. Safe for any name that JSON can have (`__proto__`).
 */
export function mapMembers(value: JsonObject, map: (name: string, given: unknown) => Pair | 'same' | undefined): JsonObject {
  let pairs: Pair[] | undefined;
  let seen = 0;
  for (const name in value) {
    const given = value[name];
    const mapped = map(name, given);
    const isSame = mapped === 'same' || (mapped?.[0] === name && mapped[1] === given);
    if (!isSame) pairs ??= Object.entries(value).slice(0, seen);
    if (mapped !== undefined) pairs?.push(mapped === 'same' ? [name, given] : mapped);
    seen += 1;
  }
  return pairs === undefined ? value : Object.fromEntries(pairs);
}

/** An object mapped, or those of a list; itself when nothing changes. Whatever is no object stays. */
export function mapObjects(value: unknown, map: (object: JsonObject) => JsonObject): unknown {
  if (isObject(value)) return map(value);
  if (!Array.isArray(value)) return value;
  const mapped = value.map((item: unknown) => (isObject(item) ? map(item) : item));
  return mapped.every((item, index) => item === value[index]) ? value : mapped;
}
