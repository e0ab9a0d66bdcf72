export type { FhirRelease } from './release';
export { standardDoor } from './standard-door';
export { validateControllerOf } from './validate/validate.controller';
export type { Artefact } from './validation/artefact';
export type { Fault } from './validation/fault';
export { unevaluated } from './validation/invariants';
export { Validator } from './validation/validator';
