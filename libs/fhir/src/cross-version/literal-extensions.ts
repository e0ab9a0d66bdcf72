import { isJsonNumber, isObject, type JsonObject } from '@gateway/kernel';
import { readJsonExtension, toJsonExtension } from './extensions';

/** Where an extension stands: at the resource, at an element, or at the primitive `primitive`. */
export interface Place {
  readonly isRoot: boolean;
  readonly primitive: string | undefined;
}

type Change = (extension: JsonObject, place: Place) => JsonObject;

/** Members of a request that are no elements of its own: other resources, and what we keep beside it. */
const foreign: ReadonlySet<string> = new Set(['contained', 'asWritten', 'validIn']);

/** The value with every extension in it changed; itself where nothing changes. What `change` returns is not looked into. */
function changed(value: unknown, change: Change, place: Place): unknown {
  if (Array.isArray(value)) return changedList(value as unknown[], (item) => changed(item, change, place));
  if (typeof value !== 'object' || value === null || isJsonNumber(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    if (place.isRoot && foreign.has(name)) continue;
    const next = name === 'extension' ? changedExtensions(member, change, place) : changed(member, change, below(name));
    if (next === member) continue;
    copy ??= { ...value };
    copy[name] = next;
  }
  return copy ?? value;
}

const below = (name: string): Place => ({ isRoot: false, primitive: name.startsWith('_') ? name.slice(1) : undefined });

const elementPlace: Place = { isRoot: false, primitive: undefined };

const changedExtensions = (list: unknown, change: Change, place: Place): unknown =>
  Array.isArray(list)
    ? changedList(list as unknown[], (extension) => {
        if (!isObject(extension)) return extension;
        const next = change(extension, place);
        return next === extension ? changed(extension, change, elementPlace) : next;
      })
    : list;

function changedList(list: readonly unknown[], change: (item: unknown) => unknown): unknown {
  const copy = list.map(change);
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

const root: Place = { isRoot: true, primitive: undefined };

/** Wraps every extension that `isOurs` takes for a carrier, although a client means it as it stands. */
export const wrapLiterals = (native: JsonObject, isOurs: (extension: JsonObject, place: Place) => boolean, baseUrl: string): JsonObject =>
  changed(
    native,
    (extension, place) => (isOurs(extension, place) ? toJsonExtension(baseUrl, 'extension', extension) : extension),
    root,
  ) as JsonObject;

/** What a wrapper holds; undefined for anything else. */
export function readLiteral(extension: JsonObject, baseUrl: string): JsonObject | undefined {
  const literal = readJsonExtension(extension, baseUrl, 'extension');
  return isObject(literal) && typeof literal['url'] === 'string' ? literal : undefined;
}

export const unwrapLiterals = (native: JsonObject, baseUrl: string): JsonObject =>
  changed(native, (extension) => readLiteral(extension, baseUrl) ?? extension, root) as JsonObject;

/** Whether an extension anywhere in the resource is one of those. */
export function hasExtension(resource: JsonObject, isOurs: (extension: JsonObject, place: Place) => boolean): boolean {
  let found = false;
  changed(
    resource,
    (extension, place) => {
      found ||= isOurs(extension, place);
      return extension;
    },
    root,
  );
  return found;
}
