import type { JsonObject } from '@gateway/kernel';
import type { PatientRow } from '@gateway/core';
import { factVersion } from '../results/fact-version';
import { toFhirTextIfAny } from '../results/fhir-text';
import { toGenderElements } from './gender';

/** Patient (https://hl7.org/fhir/R5/patient.html, the same in R4B) as recorded on a test. */
export function toPatient(row: PatientRow): JsonObject {
  const family = toFhirTextIfAny(row.lastName);
  const given = toFhirTextIfAny(row.firstName);
  const identifier = row.subject?.identifier ?? null;
  const hasName = family !== undefined || given !== undefined;
  const name = { ...(family !== undefined && { family }), ...(given !== undefined && { given: [given] }) };
  return {
    resourceType: 'Patient',
    id: row.id,
    meta: { versionId: factVersion(row), lastUpdated: row.updatedAt },
    ...(identifier !== null && { identifier: [identifier] }),
    ...(hasName && { name: [name] }),
    telecom: [{ system: 'email', value: row.email }],
    ...toGenderElements(row.gender),
    ...(row.dateOfBirth !== null && { birthDate: row.dateOfBirth }),
  };
}
