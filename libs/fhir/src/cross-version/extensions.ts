import { isObject, type JsonObject, parseJson, stringifyJson } from '@gateway/kernel';

/**
 * Extensions that carry what a release cannot say: the official ones between versions
 * (https://hl7.org/fhir/R5/versions.html#extensions), and our own for what has no typed form.
 */
export const officialUrl = (fhirVersion: '4.3' | '5.0', path: string): string =>
  `http://hl7.org/fhir/${fhirVersion}/StructureDefinition/extension-${path}`;

/** Our own extensions; the value of each is JSON text. */
export const ownNames = {
  /** A contained resource that is not valid in the release. */
  contained: 'contained-original',
  /** Its index in `contained`, as an integer. */
  position: 'contained-position',
  /** Members of an element, or the value of a primitive: `OriginalContent`. */
  content: 'original-content',
  /** An element of which the official extension beside tells a part. */
  element: 'original-element',
  /** An extension that would be taken for one of these. */
  extension: 'original-extension',
  /** A whole resource, as it was written in the other release. */
  resource: 'original-resource',
} as const;

export type OwnName = keyof typeof ownNames;

const ownPath = '/fhir/StructureDefinition/';

export const ownUrl = (baseUrl: string, name: OwnName): string => `${baseUrl}${ownPath}${ownNames[name]}`;

const maximumDepth = 32;

/** Carries JSON of any kind. */
export const toJsonExtension = (baseUrl: string, name: OwnName, value: unknown): JsonObject => ({
  url: ownUrl(baseUrl, name),
  valueString: stringifyJson(value),
});

/** JSON in a text that anybody may have written; undefined where it is none that we would have written. */
function readJson(text: string): unknown {
  try {
    const { value, depth, duplicate } = parseJson(text, maximumDepth);
    return depth > maximumDepth || duplicate !== undefined || text.includes('__proto__') ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The value of an extension that has nothing else than its address and a value of this type. */
export function plainValue(extension: JsonObject, member: string): unknown {
  return Object.keys(extension).length === 2 && Object.hasOwn(extension, 'url') ? extension[member] : undefined;
}

/** The JSON of one of our own extensions; undefined where it is not one, or not readable. */
export function readJsonExtension(extension: JsonObject, baseUrl: string, name: OwnName): unknown {
  if (extension['url'] !== ownUrl(baseUrl, name)) return undefined;
  const text = plainValue(extension, 'valueString');
  return typeof text === 'string' ? readJson(text) : undefined;
}

export const extensionsOf = (element: JsonObject): readonly unknown[] =>
  Array.isArray(element['extension']) ? (element['extension'] as readonly unknown[]) : [];

/** The element with other extensions; without the member where there are none. */
export function withExtensions(element: JsonObject, extensions: readonly unknown[]): JsonObject {
  if (extensions.length > 0) return { ...element, extension: extensions };
  const { extension: _none, ...rest } = element;
  return rest;
}

/** What of a list decodes, by `decode`, and what is left. */
export function partition<Decoded>(
  extensions: readonly unknown[],
  decode: (extension: JsonObject) => Decoded | undefined,
): readonly [Decoded[], unknown[]] {
  const decoded: Decoded[] = [];
  const rest: unknown[] = [];
  for (const extension of extensions) {
    const found = isObject(extension) ? decode(extension) : undefined;
    if (found === undefined) rest.push(extension);
    else decoded.push(found);
  }
  return [decoded, rest];
}
