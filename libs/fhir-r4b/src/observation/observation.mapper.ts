import type { ReportedObservationRow } from '@gateway/core';
import { type Observation, type ResultSetting, toObservationOfValue } from '@gateway/fhir';

/**
 * Observation of R4B (https://hl7.org/fhir/R4B/observation.html). R5 added elements (triggeredBy, bodyStructure, normalValue of a
 * reference range) and types of values, none of which a laboratory value of ours fills.
 */
export const toObservation = (row: ReportedObservationRow, setting: ResultSetting): Observation => toObservationOfValue(row, setting);
