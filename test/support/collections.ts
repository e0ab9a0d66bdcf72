import { activationBody, deliverResult, placeOrder, putProduct } from './factories';
import type { TestGateway } from './gateway';
import type { TestClient } from './test-client';

/** What partners can list under /v1, by the last part of its path. */
export const collections = ['diagnostic_orders', 'diagnostic_tests', 'test_results', 'observations', 'diagnostic_products'] as const;
export type Collection = (typeof collections)[number];

export interface Story {
  readonly at: string;
  readonly product?: string;
  readonly loincNum?: string;
  readonly unit?: string | null;
  readonly interpretation?: string | null;
  readonly isActivated?: boolean;
  readonly isTracked?: boolean;
}

/** An order with one test, one result and one observation, all made at the moment of the story. */
export async function tell(gateway: TestGateway, partner: TestClient, story: Story): Promise<Readonly<Record<Collection, string>>> {
  gateway.clock.set(story.at);
  const { product = 'lipid-panel', loincNum = '1', unit = null, interpretation = null } = story;
  const { orderId, testIds } = await placeOrder(partner, { productIds: [product], metadata: { loincNum } });
  const testId = testIds[0]!;
  if (story.isActivated === true)
    await partner.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody({ specimenCode: `S-${loincNum}` }));
  if (story.isTracked === true) {
    await partner.post(`/v1/diagnostic_orders/${orderId}/shipment_tracking`, { provider: 'OTHER' });
    await partner.post(`/v1/diagnostic_tests/${testId}/shipment_tracking`, { provider: 'OTHER' });
  }
  const result = await deliverResult(gateway.operator, testId, { observations: [{ loincNum, value: '1', unit, interpretation }] });
  const { body } = await partner.get(`/v1/diagnostic_tests/${testId}`);
  return {
    diagnostic_orders: orderId,
    diagnostic_tests: testId,
    test_results: result.id,
    observations: result.observations[0].id,
    diagnostic_products: body.diagnosticProduct.slice('/v1/diagnostic_products/'.length),
  };
}

export const putProducts = async (gateway: TestGateway, ...canonicalIds: readonly string[]): Promise<void> => {
  for (const canonicalId of canonicalIds) await putProduct(gateway.operator, canonicalId);
};

export const iriOf = (collection: Collection, id: string): string => `/v1/${collection}/${id}`;
