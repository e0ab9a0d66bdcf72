import type { FhirRelease } from '@gateway/fhir';
import { toCoverage } from './insurance/coverage.mapper';
import { toDiagnosticReport } from './diagnostic-report/diagnostic-report.mapper';
import { toObservation } from './observation/observation.mapper';
import { toNative, toServiceRequest } from './service-request/service-request.mapper';
import { validator } from './validator';

export const r4b: FhirRelease = {
  name: 'R4B',
  path: 'r4b',
  fhirVersion: '4.3',
  validator,
  mappers: { toNative, toServiceRequest, toCoverage, toDiagnosticReport, toObservation },
};
