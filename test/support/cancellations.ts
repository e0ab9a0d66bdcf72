import { placeOrder } from './factories';
import { type ReleasePath, releasePaths } from './fhir-requests';
import type { TestGateway } from './gateway';
import type { TestAnswer } from './test-client';

/** Tests of orders that an EHR cancels and takes back, and the orders' shipment, for tests. */

/** Where the request of a test is read and written. */
async function requestPath({ acme }: TestGateway, testId: string, release: ReleasePath): Promise<string> {
  const { body } = await acme.get(`/fhir/${release}/service_requests?diagnosticTest[]=${testId}`);
  return `/fhir/${release}/ServiceRequest/${body[0].id}`;
}

/** Sends the request of a test, as it is read, with another status; at once when the function that it makes is called. */
export async function statusWriter(gateway: TestGateway, testId: string, status: string, release: ReleasePath = 'r5') {
  const path = await requestPath(gateway, testId, release);
  const { body } = await gateway.acme.get(path);
  return (): Promise<TestAnswer> => gateway.acme.put(path, { ...body, status });
}

/** Cancels the tests with `revoked`, or takes that back with another status; in turn by the one release and the other. */
export async function setStatus(gateway: TestGateway, testIds: readonly string[], status: string): Promise<void> {
  for (const [index, testId] of testIds.entries()) {
    const write = await statusWriter(gateway, testId, status, releasePaths[index % releasePaths.length]);
    const { body, text } = await write();
    if (body.status !== status) throw new Error(text);
  }
}

export const ship = ({ operator }: TestGateway, orderId: string, body: object = {}, language = 'en'): Promise<TestAnswer> =>
  operator.post(`/fulfilment/v1/diagnostic_orders/${orderId}/ship`, body, { 'Accept-Language': language });

export const readOrder = async ({ acme }: TestGateway, orderId: string): Promise<any> =>
  (await acme.get(`/v1/diagnostic_orders/${orderId}`)).body;

/** An order of which every test is canceled. */
export async function canceledOrder(gateway: TestGateway, productIds: readonly string[] = ['lipid-panel']): Promise<string> {
  const { orderId, testIds } = await placeOrder(gateway.acme, { productIds });
  await setStatus(gateway, testIds, 'revoked');
  return orderId;
}
