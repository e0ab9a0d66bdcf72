/** http://hl7.org/fhir/request-status, the same in R4B and R5. */
export const requestStatuses = ['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'] as const;

export type RequestStatus = (typeof requestStatuses)[number];
