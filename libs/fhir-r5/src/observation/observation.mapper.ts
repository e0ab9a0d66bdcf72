import type { ReportedObservationRow } from '@gateway/core';
import { type Observation, type ResultSetting, toObservationOfValue } from '@gateway/fhir';

/** Observation of R5 (https://hl7.org/fhir/R5/observation.html), without what R5 has beyond R4B: the laboratory tells nothing of it. */
export const toObservation = (row: ReportedObservationRow, setting: ResultSetting): Observation => toObservationOfValue(row, setting);
