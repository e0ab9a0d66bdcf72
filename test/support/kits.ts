import { kitOrderBody } from './records';
import type { TestClient } from './test-client';

type Overrides = Readonly<Record<string, unknown>>;

export const kitOrdersPath = '/sck/v1/orders';

export const putKitProduct = (operator: TestClient, canonicalId = 'blood-kit', overrides: Overrides = {}) =>
  operator.put(`/admin/v1/sck_products/${canonicalId}`, { name: { en: 'Blood kit' }, ...overrides });

export const contactBody = (overrides: Overrides = {}) => ({
  firstName: 'Erika',
  lastName: 'Mustermann',
  email: 'erika@example.org',
  ...overrides,
});

/** An order of kits and the ids of its kits. */
export async function placeKitOrder(client: TestClient, overrides: Overrides = {}): Promise<{ orderId: string; kitIds: string[] }> {
  const { status, body, text } = await client.post(kitOrdersPath, kitOrderBody(overrides));
  if (status !== 201) throw new Error(`order refused: ${text}`);
  return { orderId: body.id, kitIds: body.kits.map((iri: string) => iri.slice('/sck/v1/kits/'.length)) };
}

/** Fulfils an order; its kits get the codes in their order. */
export const fulfil = (
  operator: TestClient,
  { orderId, kitIds }: { orderId: string; kitIds: string[] },
  codes: string[],
  more: Overrides = {},
) =>
  operator.post(`/fulfilment/v1/sck_orders/${orderId}/fulfil`, {
    kits: kitIds.map((kit, index) => ({ kit, kitCode: codes[index] })),
    ...more,
  });
