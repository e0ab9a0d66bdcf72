import type { SearchedType } from '@gateway/core';
import type { FhirRelease } from '../../release';
import { isOfRelease, type SearchParameter } from '../search-parameter';
import { diagnosticReportParameters } from './diagnostic-report.parameters';
import { observationParameters } from './observation.parameters';
import { patientParameters } from './patient.parameters';
import { serviceRequestParameters } from './service-request.parameters';
import { specimenParameters } from './specimen.parameters';

const parameters = {
  ServiceRequest: serviceRequestParameters,
  DiagnosticReport: diagnosticReportParameters,
  Observation: observationParameters,
  Patient: patientParameters,
  Specimen: specimenParameters,
} as const satisfies Record<SearchedType, readonly SearchParameter[]>;

export const searchedTypes = Object.keys(parameters) as readonly SearchedType[];

export const isSearchedType = (type: string): type is SearchedType => (searchedTypes as readonly string[]).includes(type);

/** The parameters by which records of a type are found in a release, by name. */
export const searchParametersOf = (type: SearchedType, { name }: Pick<FhirRelease, 'name'>): readonly SearchParameter[] =>
  parameters[type].filter((parameter) => isOfRelease(parameter, name));
