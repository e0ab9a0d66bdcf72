import type { HealthInsurance } from '@gateway/core';
import { toInsuranceType } from '@gateway/fhir';
import type { JsonObject } from '@gateway/kernel';

/** Coverage of R5 (https://hl7.org/fhir/R5/coverage.html): its kind, an insurer, and the subscriber's numbers as identifiers. */
export const toCoverage = (insurance: HealthInsurance, beneficiary: JsonObject): JsonObject => ({
  resourceType: 'Coverage',
  status: 'active',
  kind: 'insurance',
  ...toInsuranceType(insurance),
  ...(insurance.subscriberIdentifier !== null && { subscriberId: [{ value: insurance.subscriberIdentifier }] }),
  beneficiary,
  ...(insurance.provider !== null && { insurer: { display: insurance.provider } }),
});
