import { createHash } from 'node:crypto';
import {
  containedTarget,
  type HealthInsurance,
  type NativeServiceRequest,
  type OrderWish,
  productSystem,
  type RequestStatus,
} from '@gateway/core';
import { canonicalJson, type JsonObject, objectsIn } from '@gateway/kernel';
import { toAddressCandidate } from './address.mapper';
import { toHealthInsurance } from './insurance.mapper';
import { toPatientCandidate } from './patient.mapper';

/** Intents that order something (http://hl7.org/fhir/request-intent); the others propose or plan. */
const orderIntents: readonly unknown[] = ['order', 'original-order', 'instance-order', 'filler-order'];

/** What the mapper has to know besides the request. */
export interface WishContext {
  readonly status: RequestStatus;
  readonly baseUrl: string;
}

export const patientOf = (request: NativeServiceRequest): JsonObject | undefined => {
  const target = containedTarget(request, request.subject);
  return target?.['resourceType'] === 'Patient' ? target : undefined;
};

/** How the patient is insured, from the first contained Coverage that says something. */
export function insuranceOf(request: NativeServiceRequest): HealthInsurance | null {
  const targets = objectsIn(request.insurance).map((reference) => containedTarget(request, reference));
  const coverages = targets.filter((target): target is JsonObject => target?.['resourceType'] === 'Coverage');
  return coverages.map(toHealthInsurance).find((insurance) => insurance !== null) ?? null;
}

const codingsOf = (request: NativeServiceRequest): readonly JsonObject[] => {
  const concept = objectsIn(request.code)[0]?.['concept'];
  return objectsIn(concept).flatMap(({ coding }) => objectsIn(coding));
};

const codesIn = (codings: readonly JsonObject[], wanted: string): readonly string[] =>
  codings.flatMap(({ system, code }) => (system === wanted && typeof code === 'string' ? [code] : []));

/** What stands for the subject: an identifier of the patient, or what is known of the person. */
function subjectKey(patient: JsonObject): unknown {
  const identifier = objectsIn(patient['identifier']).find(({ value }) => typeof value === 'string');
  if (identifier !== undefined) return [identifier['system'] ?? null, identifier['value']];
  const { firstName, lastName, email, dateOfBirth } = toPatientCandidate(patient, null);
  return [firstName ?? null, lastName ?? null, email ?? null, dateOfBirth ?? null];
}

function requisitionKey(request: NativeServiceRequest, patient: JsonObject): Buffer | null {
  const requisition = objectsIn(request.requisition)[0];
  if (typeof requisition?.['value'] !== 'string') return null;
  const key = [requisition['system'] ?? null, requisition['value'], subjectKey(patient)];
  return createHash('sha256').update(canonicalJson(key)).digest();
}

/** The order that a request asks for, as far as it says. */
export function toOrderWish(request: NativeServiceRequest, { status, baseUrl }: WishContext): OrderWish {
  const patient = patientOf(request);
  const codings = codingsOf(request);
  const supporting = objectsIn(request.supportingInfo).map((info) => containedTarget(request, info['reference']));
  const owners = [...supporting, patient].filter((owner) => owner !== undefined);
  return {
    isUnasked: [
      ...(status === 'active' ? [] : (['status'] as const)),
      ...(orderIntents.includes(request.intent) && request.doNotPerform !== true ? [] : (['intent'] as const)),
    ],
    products: { references: codesIn(codings, productSystem(baseUrl)), loincNums: codesIn(codings, 'http://loinc.org') },
    patient: patient === undefined ? null : toPatientCandidate(patient, insuranceOf(request)),
    shippingAddress: patient === undefined ? null : toAddressCandidate(owners, patient),
    requisitionKey: patient === undefined ? null : requisitionKey(request, patient),
  };
}
