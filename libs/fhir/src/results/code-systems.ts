import type { ReportState } from '@gateway/core';
import type { CodeableConcept, Coding } from '../types/datatypes';
import type { CommonDiagnosticReport, Observation } from '../types/result-resources';

/** The code systems of results, and the fixed codes from them. */
export const loinc = 'http://loinc.org';
export const snomed = 'http://snomed.info/sct';
export const ucum = 'http://unitsofmeasure.org';
export const interpretations = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';

const laboratoryStudies: Coding = { system: loinc, code: '26436-6', display: 'Laboratory studies (set)' };

export const reportCategory: CodeableConcept = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB', display: 'Laboratory' }, laboratoryStudies],
};

export const observationCategory: CodeableConcept = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory', display: 'Laboratory' },
    laboratoryStudies,
  ],
};

export const laboratoryReport: Coding = { system: loinc, code: '11502-2', display: 'Laboratory report' };

const identifierType = (code: string, display: string): CodeableConcept => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code, display }],
});

export const fillerIdentifier = identifierType('FILL', 'Filler Identifier');
export const observationIdentifier = identifierType('OBI', 'Observation Instance Identifier');

export const unknownValue: CodeableConcept = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown', display: 'Unknown' }],
};

/** http://hl7.org/fhir/diagnostic-report-status */
export const reportStatuses = {
  partial: 'partial',
  final: 'final',
  corrected: 'corrected',
} as const satisfies Record<ReportState, CommonDiagnosticReport['status']>;

/** http://hl7.org/fhir/observation-status */
export const observationStatuses = {
  partial: 'preliminary',
  final: 'final',
  corrected: 'corrected',
} as const satisfies Record<ReportState, Observation['status']>;
