export { toCommonReport, toLinkedAttachment } from './common-report.mapper';
export { toNotes } from './fhir-text';
export { toObservationOfValue } from './observation.mapper';
export type { ResultSetting } from './result-setting';
