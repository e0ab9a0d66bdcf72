import { activationBody, deliverResult, placeOrder, putProduct } from './factories';
import type { ReleasePath } from './fhir-requests';
import { readValid } from './fhir-validity';
import type { TestGateway } from './gateway';

/** Results as FHIR, for tests. */

export const ordered = '2026-02-01T10:00:00.000Z';
const collected = '2026-02-03T08:00:00.000Z';
export const issued = '2026-02-05T08:00:00.125Z';
export const corrected = '2026-02-06T08:00:00.000Z';

/** Products of two analytes, of one, and of none. */
export async function putResultProducts({ operator }: TestGateway): Promise<void> {
  await putProduct(operator, 'lipid-panel', { loincNums: ['13457-7', '2093-3'] });
  await putProduct(operator, 'one', { loincNums: ['13457-7'], name: { en: 'LDL cholesterol', de: 'LDL-Cholesterin' } });
  await putProduct(operator, 'none', { loincNums: [] });
}

/** @param gatewayOf it is there when the tests run */
export function fhirResults(gatewayOf: () => TestGateway, release: ReleasePath) {
  const path = (collection: string, id = '') => `/fhir/${release}/${collection}${id === '' ? '' : `/${id}`}`;

  const order = async (product = 'none'): Promise<string> => (await placeOrder(gatewayOf().acme, { productIds: [product] })).testIds[0]!;

  const activate = async (testId: string, overrides = {}): Promise<void> => {
    gatewayOf().clock.set(collected);
    const { status, text } = await gatewayOf().acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody(overrides));
    if (status !== 201) throw new Error(text);
  };

  const deliver = (testId: string, overrides = {}, at: string = issued) => {
    gatewayOf().clock.set(at);
    return deliverResult(gatewayOf().operator, testId, overrides);
  };

  const read = async (collection: 'diagnostic_reports' | 'observations', id: string, headers = {}): Promise<any> => {
    const { status, body, text } = await gatewayOf().acme.get(path(collection, id), headers);
    if (status !== 200) throw new Error(text);
    await readValid(gatewayOf().acme, release, `${collection === 'observations' ? 'Observation' : 'DiagnosticReport'}/${id}`);
    return body;
  };

  /** A result of one observation, as the release shows it. */
  const observed = async (observation: object): Promise<any> => {
    const { observations } = await deliver(await order(), { observations: [observation] });
    return read('observations', observations[0].id);
  };

  const specimenOf = async (testId: string): Promise<string> =>
    (await gatewayOf().acme.get(`/fhir/${release}/service_requests?diagnosticTest[]=${testId}`)).body[0].specimen[0].reference;

  return { path, order, activate, deliver, read, observed, specimenOf };
}
