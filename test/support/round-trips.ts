import type { NativeServiceRequest } from '@gateway/core';
import type { Fault, FhirRelease } from '@gateway/fhir';
import { type JsonObject, parseStoredJson, stringifyJson } from '@gateway/kernel';
import { r4b, toNative as fromR4b, toServiceRequest as toR4b } from '@gateway/fhir-r4b';
import { r5, toNative as fromR5, toServiceRequest as toR5 } from '@gateway/fhir-r5';

export const baseUrl = 'https://gateway.example';

/** The extension that holds an element of another release. */
export const elementOf = (version: '4.3' | '5.0', path: string): string =>
  `http://hl7.org/fhir/${version}/StructureDefinition/extension-${path}`;

/** As little as a request can say, in either release. */
export const leastRequest: JsonObject = {
  resourceType: 'ServiceRequest',
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/1' },
};

/** A release, as requests are written and read in it. */
export interface RequestSide {
  readonly release: FhirRelease;
  readonly read: (resource: JsonObject) => NativeServiceRequest;
  readonly write: (request: NativeServiceRequest) => JsonObject;
}

/** As the database does: what is stored is JSON text. */
const stored = (request: NativeServiceRequest): NativeServiceRequest => parseStoredJson(stringifyJson(request)) as NativeServiceRequest;

export const inR4b: RequestSide = {
  release: r4b,
  read: (resource) => stored(fromR4b(resource, { baseUrl })),
  write: (request) => toR4b(request, { baseUrl }),
};

export const inR5: RequestSide = {
  release: r5,
  read: (resource) => stored(fromR5(resource, { baseUrl })),
  write: (request) => toR5(request, { baseUrl }),
};

/** A release, and the other one: both ways. */
export const ways: readonly (readonly [string, RequestSide, RequestSide])[] = [
  ['R4B by R5', inR4b, inR5],
  ['R5 by R4B', inR5, inR4b],
];

export const errorsIn = (resource: JsonObject, { release }: RequestSide): readonly Fault[] =>
  release.validator.validate(resource).filter(({ severity }) => severity === 'error');
