import { type JsonObject, objectsIn, textIn } from '@gateway/kernel';

/** Versions of resources as HTTP validators (https://hl7.org/fhir/R5/http.html#versioning, RFC 9110 section 8.8). */
export interface ResourceVersion {
  readonly etag: string;
  readonly lastModified: string;
  /** Whether the time changes whenever the resource does. */
  readonly isDated: boolean;
}

/** Records that are not written through FHIR get parts later without a time of their own. */
const datedTypes: readonly unknown[] = ['ServiceRequest'];

const metaOf = (resource: JsonObject): JsonObject => objectsIn(resource['meta'])[0] ?? {};

export function versionOf(resource: JsonObject): ResourceVersion {
  const meta = metaOf(resource);
  return {
    etag: `W/"${String(meta['versionId'])}"`,
    lastModified: new Date(textIn(meta['lastUpdated'])!).toUTCString(),
    isDated: datedTypes.includes(resource['resourceType']),
  };
}

/** Where the version of the resource is. @param address of the resource, without a version */
export const versionAddress = (address: string, resource: JsonObject): string =>
  `${address}/_history/${String(metaOf(resource)['versionId'])}`;

/** Names of entities, `*` among them, from a conditional header; weak and strong ones count the same. */
const entityTags = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//i, ''));

/** Whether the client has this version already (RFC 9110 section 13.1.2 and 13.1.3): If-None-Match goes first. */
export function isUnchanged(version: ResourceVersion, ifNoneMatch: string | undefined, ifModifiedSince: string | undefined): boolean {
  if (ifNoneMatch !== undefined) return entityTags(ifNoneMatch).some((tag) => tag === '*' || tag === version.etag.slice(2));
  const since = Date.parse(ifModifiedSince ?? '');
  return version.isDated && !Number.isNaN(since) && Date.parse(version.lastModified) <= since;
}

/** The version that If-Match names; undefined for none or any, NaN for something that no version is called. */
export function versionIn(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const digits = /^(?:W\/)?"?([1-9]\d{0,9})"?$/.exec(ifMatch.trim())?.[1];
  return digits === undefined ? NaN : Number(digits);
}
