import type { TestClient } from './test-client';

/** Bodies and records for tests; each call makes new ones, overridden member by member. */
type Overrides = Readonly<Record<string, unknown>>;

export const addressBody = (overrides: Overrides = {}) => ({
  address1: 'Musterstraße 12',
  zip: '10115',
  city: 'Berlin',
  firstName: 'Erika',
  lastName: 'Mustermann',
  ...overrides,
});

export const patientBody = (overrides: Overrides = {}) => ({
  firstName: 'Erika',
  lastName: 'Mustermann',
  email: 'erika@example.org',
  ...overrides,
});

export const orderBody = (overrides: Overrides = {}) => ({
  productIds: ['lipid-panel'],
  patient: patientBody(),
  shippingAddress: addressBody(),
  ...overrides,
});

export const activationBody = (overrides: Overrides = {}) => ({
  specimenCode: 'SP-1',
  collectionDate: '2026-02-03',
  collectionTime: '07:45:00',
  gender: 'F',
  dateOfBirth: '1984-02-29',
  ...overrides,
});

export const observationBody = (overrides: Overrides = {}) => ({ loincNum: '13457-7', value: '2.6', unit: 'mmol/L', ...overrides });

export const resultBody = (overrides: Overrides = {}) => ({ observations: [observationBody()], ...overrides });

export const putProduct = (operator: TestClient, canonicalId = 'lipid-panel', overrides: Overrides = {}) =>
  operator.put(`/admin/v1/diagnostic_products/${canonicalId}`, {
    name: { en: 'Lipid panel', de: 'Lipidprofil', fr: 'Bilan lipidique' },
    ...overrides,
  });

/** An order and the ids of its tests. */
export async function placeOrder(client: TestClient, overrides: Overrides = {}): Promise<{ orderId: string; testIds: string[] }> {
  const { status, body, text } = await client.post('/v1/diagnostic_orders', orderBody(overrides));
  if (status !== 201) throw new Error(`order refused: ${text}`);
  return { orderId: body.id, testIds: body.diagnosticTests.map((iri: string) => iri.slice('/v1/diagnostic_tests/'.length)) };
}

/** A delivered result of a test. */
export async function deliverResult(operator: TestClient, testId: string, overrides: Overrides = {}): Promise<any> {
  const { status, body, text } = await operator.post('/lab/v1/test_results', resultBody({ diagnosticTest: testId, ...overrides }));
  if (status !== 201) throw new Error(`result refused: ${text}`);
  return body;
}
