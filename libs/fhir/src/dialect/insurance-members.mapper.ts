import type { JsonObject } from '@gateway/kernel';

/** What is known of the patient's health insurance. */
export interface InsuranceMembers {
  readonly type: 'GKV' | 'PKV' | null;
  readonly provider: string | null;
  readonly subscriberId: string | null;
}

/** What the R5 representation of a ServiceRequest adds; read-only. */
interface Written {
  readonly pKV: boolean;
  readonly healthInsuranceCompanyName: string | null;
  readonly healthInsuranceSubscriberId: string | null;
}

const toWritten = (insurance: InsuranceMembers | null): Written => ({
  pKV: insurance?.type === 'PKV',
  healthInsuranceCompanyName: insurance?.provider ?? null,
  healthInsuranceSubscriberId: insurance?.subscriberId ?? null,
});

export const insuranceMembers: ReadonlySet<string> = new Set(Object.keys(toWritten(null)));

/** A ServiceRequest of R5 in the interface's shape, with what it says of the insurance. */
export const withInsuranceMembers = (resource: JsonObject, insurance: InsuranceMembers | null): JsonObject => ({
  ...resource,
  ...toWritten(insurance),
});
