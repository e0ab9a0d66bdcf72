import type { HealthInsurance } from '@gateway/core';
import { toInsuranceType, unknownElement } from '@gateway/fhir';
import type { JsonObject } from '@gateway/kernel';

/** Coverage of R4B (https://hl7.org/fhir/R4B/coverage.html): a payor, and the subscriber's number as text. */
export const toCoverage = (insurance: HealthInsurance, beneficiary: JsonObject): JsonObject => ({
  resourceType: 'Coverage',
  status: 'active',
  ...toInsuranceType(insurance),
  ...(insurance.subscriberIdentifier !== null && { subscriberId: insurance.subscriberIdentifier }),
  beneficiary,
  payor: [insurance.provider === null ? unknownElement : { display: insurance.provider }],
});
