import { isObject, type JsonObject, stringifyJson } from '@gateway/kernel';
import { ownUrl, plainValue, readJsonExtension } from './extensions';

/** A contained resource that is not valid in the release, and where it stood. */
export interface MovedResource {
  readonly resource: JsonObject;
  readonly position: number;
}

export const toContainedOriginal = ({ resource, position }: MovedResource, baseUrl: string): JsonObject => ({
  url: ownUrl(baseUrl, 'contained'),
  valueString: stringifyJson(resource),
  _valueString: { extension: [{ url: ownUrl(baseUrl, 'position'), valueInteger: position }] },
});

export function readContainedOriginal(extension: JsonObject, baseUrl: string): MovedResource | undefined {
  const { _valueString: companion, ...plain } = extension;
  const resource = readJsonExtension(plain, baseUrl, 'contained');
  const list = isObject(companion) ? companion['extension'] : undefined;
  const [only] = Array.isArray(list) && list.length === 1 ? (list as unknown[]) : [];
  const position = isObject(only) && only['url'] === ownUrl(baseUrl, 'position') ? plainValue(only, 'valueInteger') : undefined;
  return isObject(resource) && typeof resource['resourceType'] === 'string' && typeof position === 'number'
    ? { resource, position }
    : undefined;
}

/** The list with the moved resources at their places again. */
export function putBack(contained: readonly unknown[], moved: readonly MovedResource[]): readonly unknown[] {
  const list = [...contained];
  for (const { resource, position } of moved.toSorted((one, other) => one.position - other.position)) list.splice(position, 0, resource);
  return list;
}

const namedBy = (resource: JsonObject): string | undefined => {
  const concept = isObject(resource['code']) ? resource['code'] : {};
  const [name] = Array.isArray(resource['name']) ? (resource['name'] as unknown[]) : [];
  const candidates = [concept['text'], resource['title'], resource['name'], isObject(name) ? name['text'] : undefined];
  return candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '');
};

/** What a person reads instead of the resource. */
export const displayOf = (resource: JsonObject): string => namedBy(resource) ?? String(resource['resourceType']);
