import { isObject, type JsonObject } from '@gateway/kernel';
import { STATUS_CODES } from 'node:http';
import { AppError } from '@gateway/problems';
import { toErrorOutcome } from '../operation-outcome';
import type { BundleEntry } from './bundle-entries';
import type { BundleCaller, Surroundings } from './bundle-surroundings';

/** The response to each entry, by its place. */
export type Responses = (JsonObject | undefined)[];

export const statusLine = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`.trim();

export const errorResponse = (error: AppError, { language, requestId }: BundleCaller): JsonObject => ({
  response: { status: statusLine(error.status), outcome: toErrorOutcome(error, language, requestId) },
});

/** Stands for a resource that is looked at later: that there is one belongs to the rules of the Bundle (bdl-3c). */
const placeholder: JsonObject = { resourceType: 'Basic', code: { text: 'resource' } };

const bringsResource = (request: unknown): boolean => isObject(request) && ['POST', 'PUT', 'PATCH'].includes(String(request['method']));

function asShell(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { resource: _resource, ...shell } = entry;
  return bringsResource(shell['request']) ? { ...shell, resource: placeholder } : shell;
}

/** Entries of a batch are judged one by one: what is wrong with one is no fault of the others. */
export const withoutResources = (bundle: JsonObject): JsonObject =>
  Array.isArray(bundle['entry']) ? { ...bundle, entry: bundle['entry'].map(asShell) } : bundle;

/** @throws AppError for a Patient that no request refers to: it would be lost */
export function patientResponse({ resource }: BundleEntry, { tests }: Surroundings): JsonObject {
  const testId = resource === undefined ? undefined : tests.get(resource);
  if (testId === undefined) throw new AppError('bundle_patient_unused');
  return { response: { status: statusLine(201), ...(testId !== null && { location: `Patient/${testId}` }) } };
}

export const toResponseBundle = (type: 'batch-response' | 'transaction-response', responses: Responses): JsonObject => ({
  resourceType: 'Bundle',
  type,
  ...(responses.length > 0 && { entry: withDistinctAddresses(responses) }),
});

/** A resource may be the outcome of several entries, but its address may stand in a Bundle once (bdl-7). */
function withDistinctAddresses(responses: Responses): Responses {
  const known = new Set<unknown>();
  return responses.map((response) => {
    if (response?.['fullUrl'] === undefined) return response;
    const { fullUrl, ...rest } = response;
    if (known.has(fullUrl)) return rest;
    known.add(fullUrl);
    return response;
  });
}
