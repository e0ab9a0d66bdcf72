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
}
