import { type JsonObject, objectsIn, textIn } from '@gateway/kernel';
import type { HealthInsurance } from '@gateway/core';

/** Kinds of health insurance in Germany, as the German base profiles name them. */
const insuranceTypeSystem = 'http://fhir.de/CodeSystem/versicherungsart-de-basis';

const isInsuranceType = (code: unknown): code is 'GKV' | 'PKV' => code === 'GKV' || code === 'PKV';

const typeIn = (coverage: JsonObject): 'GKV' | 'PKV' | null => {
  const codings = objectsIn(coverage['type']).flatMap((type) => objectsIn(type['coding']));
  const code = codings.find(({ system }) => system === insuranceTypeSystem)?.['code'];
  return isInsuranceType(code) ? code : null;
};

/** R4B: a text; R5: a list of identifiers. */
const subscriberIn = (coverage: JsonObject): string | null => {
  const { subscriberId } = coverage;
  return textIn(subscriberId) ?? textIn(objectsIn(subscriberId)[0]?.['value']) ?? null;
};

/** R4B: payor; R5: insurer. */
const providerIn = (coverage: JsonObject): string | null => {
  const payers = [...objectsIn(coverage['payor']), ...objectsIn(coverage['insurer'])];
  return payers.map(({ display }) => textIn(display)).find((display) => display !== undefined) ?? null;
};

/** What a contained Coverage of either release says; null where it says nothing that we keep. */
export function toHealthInsurance(coverage: JsonObject): HealthInsurance | null {
  const insurance: HealthInsurance = {
    countryCode: null,
    provider: providerIn(coverage),
    healthInsuranceTypeDE: typeIn(coverage),
    subscriberIdentifier: subscriberIn(coverage),
  };
  return Object.values(insurance).every((value) => value === null) ? null : insurance;
}

const insuranceTypes = {
  GKV: 'gesetzliche Krankenversicherung',
  PKV: 'private Krankenversicherung',
} as const satisfies Record<NonNullable<HealthInsurance['healthInsuranceTypeDE']>, string>;

/** The member `type` of a Coverage; none where the kind of insurance is not known. */
export function toInsuranceType({ healthInsuranceTypeDE: code }: HealthInsurance): JsonObject {
  if (code === null) return {};
  return { type: { coding: [{ system: insuranceTypeSystem, code, display: insuranceTypes[code] }] } };
}
