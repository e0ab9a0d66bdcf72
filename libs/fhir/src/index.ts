export type { Artefact } from './validation/artefact';
export type { Fault, FaultCode, FaultSeverity } from './validation/fault';
export { unevaluated } from './validation/invariants';
export { faultText } from './validation/texts';
export { Validator } from './validation/validator';
