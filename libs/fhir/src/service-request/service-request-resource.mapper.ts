import { isObject, type JsonObject, objectsIn } from '@gateway/kernel';
import type { HealthInsurance, ServiceRequestRow } from '@gateway/core';
import type { Language } from '@gateway/problems';
import { withRequiredElements } from '../cross-version/required-elements.mapper';
import type { FhirRelease, MapperContext } from '../release';
import { toFhirText, toFhirTextIfAny } from '../results/fhir-text';
import { toRequestNarrative } from './request-narrative.mapper';

export interface ResourceContext extends MapperContext {
  readonly language: Language;
}

/** Texts as FHIR can hold them; null where nothing is left that a Coverage can say. */
function toCoverable(insurance: HealthInsurance | null): HealthInsurance | null {
  if (insurance === null) return null;
  const provider = toFhirTextIfAny(insurance.provider) ?? null;
  const subscriberIdentifier = toFhirTextIfAny(insurance.subscriberIdentifier) ?? null;
  const isEmpty = provider === null && subscriberIdentifier === null && insurance.healthInsuranceTypeDE === null;
  return isEmpty ? null : { ...insurance, provider, subscriberIdentifier };
}

/** What a request that nobody wrote says beyond its content: the insurance as a contained Coverage, and a narrative. */
function toGenerated(resource: JsonObject, row: ServiceRequestRow, release: FhirRelease, language: Language): JsonObject {
  const narrated = { ...resource, text: toRequestNarrative(row, language) };
  const insurance = toCoverable(row.healthInsurance);
  if (insurance === null) return narrated;
  const coverage = { ...release.mappers.toCoverage(insurance, objectsIn(resource['subject'])[0] ?? {}), id: 'coverage' };
  return { ...narrated, contained: [coverage], insurance: [{ reference: '#coverage', type: 'Coverage' }] };
}

/** The client's own part of `meta`, beside the version and time that are the server's. */
const toMeta = (row: ServiceRequestRow, own: unknown): JsonObject => ({
  ...objectsIn(own)[0],
  versionId: String(row.version),
  lastUpdated: row.updatedAt,
});

/** The same with every text as FHIR can hold it: names and codes of /v1 may have control characters. */
function inFhirTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return toFhirText(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => inFhirTexts(each)) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inFhirTexts(each)])) as Value;
}

/** A request as a resource of the release, with its id and version. */
export function toServiceRequestResource(row: ServiceRequestRow, release: FhirRelease, { baseUrl, language }: ResourceContext): JsonObject {
  const own = row.release === null ? inFhirTexts(row.content) : row.content;
  const content = release.mappers.toServiceRequest({ ...own, status: statusOf(row) }, { baseUrl });
  const resource = row.release === null ? toGenerated(content, row, release, language) : content;
  const { resourceType, meta, ...members } = resource;
  return { resourceType, id: row.id, meta: toMeta(row, meta), ...members };
}

/** A status without a code, which only extensions explain, is stored as unknown and comes back as it was. */
const statusOf = ({ status, content }: ServiceRequestRow): ServiceRequestRow['status'] | undefined =>
  status === 'unknown' && content.status === undefined ? undefined : status;

/** The same on the standard paths, where everything that FHIR requires has to be there. */
export const toStandardServiceRequest = (row: ServiceRequestRow, release: FhirRelease, context: ResourceContext): JsonObject =>
  withRequiredElements(toServiceRequestResource(row, release, context));
