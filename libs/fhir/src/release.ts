import type { JsonObject } from '@gateway/kernel';
import type { HealthInsurance, NativeServiceRequest, ReportedObservationRow, ReportRow } from '@gateway/core';
import type { ResultSetting } from './results';
import type { Validator } from './validation/validator';

/** What the shared parts have to know of a release. */
export interface FhirRelease {
  /** As people say it. */
  readonly name: 'R4B' | 'R5';
  /** Its part of the path, as in `/fhir/r4b`. */
  readonly path: 'r4b' | 'r5';
  /** As the parameter of the media type has it. */
  readonly fhirVersion: '4.3' | '5.0';
  readonly validator: Validator;
  readonly mappers: ReleaseMappers;
}

/** Native records to resources of the release, and back where they can be written. */
export interface ReleaseMappers {
  toNative(resource: JsonObject, context: MapperContext): NativeServiceRequest;
  /** Without the server's own `id` and `meta`. */
  toServiceRequest(request: NativeServiceRequest, context: MapperContext): JsonObject;
  toCoverage(insurance: HealthInsurance, beneficiary: JsonObject): JsonObject;
  toDiagnosticReport(row: ReportRow, setting: ResultSetting): object;
  toObservation(row: ReportedObservationRow, setting: ResultSetting): object;
}

export interface MapperContext {
  readonly baseUrl: string;
}
