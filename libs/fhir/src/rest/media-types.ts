import { jsonMediaType, preferredOf } from '@gateway/access';
import { AppError } from '@gateway/problems';
import type { FhirRelease } from '../release';
import { fhirMediaType } from '../standard-door';

/** The media types of the standard paths (https://hl7.org/fhir/R5/http.html#mime-type); XML is not among them. */
export const restMediaTypes: [string, string] = [fhirMediaType, jsonMediaType];

const versionParameter = /^\s*fhirVersion\s*=\s*"?([0-9.]+)"?/i;

/** The version in a media range of FHIR's own type; undefined for others. */
function versionIn(range: string): string | undefined {
  const [type = '', ...parameters] = range.split(';');
  if (!type.trim().toLowerCase().endsWith('fhir+json')) return undefined;
  return parameters.map((parameter) => versionParameter.exec(parameter)?.[1]).find((version) => version !== undefined);
}

const namedVersion = (header = ''): string | undefined =>
  header
    .split(',')
    .map(versionIn)
    .find((version) => version !== undefined);

/** A version may be named with its patch number. */
const isVersionOf = (version: string, { fhirVersion }: FhirRelease): boolean =>
  version === fhirVersion || version.startsWith(`${fhirVersion}.`);

/** @throws AppError when the client asks for another release than the one of the path */
export function assertVersionAcceptable(accept: string | undefined, release: FhirRelease): void {
  const version = namedVersion(accept);
  if (version === undefined || isVersionOf(version, release)) return;
  throw new AppError('not_acceptable', { parameters: { available: `${fhirMediaType}; fhirVersion=${release.fhirVersion}` } });
}

/** @throws AppError when the body is announced as one of another release than that of the path */
export function assertVersionSupported(contentType: string | undefined, release: FhirRelease): void {
  const version = namedVersion(contentType);
  if (version === undefined || isVersionOf(version, release)) return;
  throw new AppError('media_type_unsupported', { parameters: { supported: `${fhirMediaType}; fhirVersion=${release.fhirVersion}` } });
}

/** FHIR's own type with the version, unless plain JSON is preferred. */
export function contentTypeOf(release: FhirRelease, accept: string | undefined, format: string | undefined): string {
  const isPlain = (format ?? preferredOf(accept, restMediaTypes)) === jsonMediaType;
  return isPlain ? `${jsonMediaType}; charset=utf-8` : `${fhirMediaType}; fhirVersion=${release.fhirVersion}; charset=utf-8`;
}
