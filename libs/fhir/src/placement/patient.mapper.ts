import { type JsonObject, listIn, objectsIn, textIn } from '@gateway/kernel';
import type { Candidate, HealthInsurance, PatientInput } from '@gateway/core';
import { toGender } from '../people/gender';

/** Of several names or contacts, those that still hold. */
const current = (given: unknown): readonly JsonObject[] => objectsIn(given).filter(({ use }) => use !== 'old' && use !== 'maiden');

/** The name to write on a parcel: the official one, or the usual one, or the first. */
export function toPersonName(person: JsonObject): { readonly firstName: string | undefined; readonly lastName: string | undefined } {
  const names = current(person['name']);
  const name = names.find(({ use }) => use === 'official') ?? names.find(({ use }) => use === 'usual') ?? names[0] ?? {};
  const given = listIn(name['given']).filter((part) => typeof part === 'string');
  return { firstName: given.length === 0 ? undefined : given.join(' '), lastName: textIn(name['family']) };
}

export const toContact = (person: JsonObject, system: 'email' | 'phone'): string | undefined =>
  textIn(current(person['telecom']).find((contact) => contact['system'] === system && typeof contact['value'] === 'string')?.['value']);

/** What a FHIR Patient (of R4B or R5) says that an order needs. */
export function toPatientCandidate(patient: JsonObject, insurance: HealthInsurance | null): Candidate<PatientInput> {
  const dateOfBirth = textIn(patient['birthDate']);
  const gender = toGender(patient);
  return {
    ...toPersonName(patient),
    email: toContact(patient, 'email'),
    ...(gender !== undefined && { gender }),
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    ...(insurance !== null && { healthInsuranceDetails: insurance }),
  };
}
