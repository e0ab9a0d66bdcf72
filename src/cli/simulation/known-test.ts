import type { Service } from '../service';

interface TestAnswer {
  readonly diagnosticOrder: string;
  readonly diagnosticProduct: string;
  readonly patient: { readonly gender: string; readonly dateOfBirth?: string };
  readonly specimens: readonly { readonly specimenCode: string }[];
  readonly activatedAt: string | null;
  readonly labIntakeAt: string | null;
}

/** How far a test has come, as its partner sees it. */
export interface KnownTest {
  readonly orderId: string;
  readonly loincNums: readonly string[];
  readonly gender: string;
  readonly dateOfBirth: string | undefined;
  readonly specimenCode: string | undefined;
  readonly shippedAt: string | null;
  readonly activatedAt: string | null;
  readonly labIntakeAt: string | null;
}

const lastSegment = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

export async function readTest(partner: Service, testId: string): Promise<KnownTest> {
  const { body: test } = await partner.get<TestAnswer>(`/v1/diagnostic_tests/${encodeURIComponent(testId)}`);
  const { body: product } = await partner.get<{ loincNums: readonly string[] }>(test.diagnosticProduct);
  const { body: order } = await partner.get<{ shippedAt: string | null }>(test.diagnosticOrder);
  return {
    orderId: lastSegment(test.diagnosticOrder),
    loincNums: product.loincNums,
    gender: test.patient.gender,
    dateOfBirth: test.patient.dateOfBirth,
    specimenCode: test.specimens[0]?.specimenCode,
    shippedAt: order.shippedAt,
    activatedAt: test.activatedAt,
    labIntakeAt: test.labIntakeAt,
  };
}
