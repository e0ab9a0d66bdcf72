import { toDoorScopes } from './door-scopes.mapper';
import { toSmartScope } from './smart-scopes';

describe('toDoorScopes', () => {
  it.each<[string, string[]]>([
    ['system/ServiceRequest.r', ['fhir:read']],
    ['system/ServiceRequest.s', ['fhir:read']],
    ['system/ServiceRequest.c', ['fhir:write']],
    ['system/ServiceRequest.u', ['fhir:write']],
    ['system/ServiceRequest.cru', ['fhir:read', 'fhir:write']],
    ['system/Observation.rs', ['fhir:read']],
    ['system/DiagnosticReport.rs', ['fhir:read']],
    ['system/DiagnosticReport.rs system/Observation.r', ['fhir:read']],
    ['system/DiagnosticReport.rs system/Observation.rs', ['fhir:read', 'results:read']],
    ['system/DiagnosticReport.r system/DiagnosticReport.s system/Observation.rs', ['fhir:read', 'results:read']],
    ['system/*.read', ['fhir:read', 'results:read']],
    ['system/*.r', ['fhir:read']],
    ['system/*.write', ['fhir:write']],
    ['system/*.*', ['fhir:read', 'fhir:write', 'results:read']],
    ['system/Patient.rs system/Specimen.rs', ['fhir:read']],
  ])('opens for %s the doors %j', (scopes, doors) => {
    expect(toDoorScopes(scopes.split(' ').flatMap((text) => toSmartScope(text) ?? []))).toEqual(doors);
  });
});
