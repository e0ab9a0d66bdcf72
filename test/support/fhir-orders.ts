import { putProduct } from './factories';
import { containedPatient, type Members, placementExtension, placementUrl, type ReleasePath, requestBody, testIdOf } from './fhir-requests';
import { gatewayForTests, type TestGateway } from './gateway';
import type { TestAnswer, TestClient } from './test-client';

/** Orders that FHIR's requests place, for tests. */

/** Without members that are undefined. */
export const asJson = (value: object): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

/** What a request lacks for an order, as it is told. */
export const gaps = {
  status: 'Only an active request places an order (ServiceRequest.status).',
  intent: 'The intent must be order, original-order, instance-order or filler-order (ServiceRequest.intent).',
  product: 'No code names a product, or a LOINC code that exactly one active product has (ServiceRequest.code).',
  inactive: 'The product cannot be ordered any more (ServiceRequest.code).',
  subject: 'The subject leads to no patient in the request (ServiceRequest.subject to a contained Patient).',
  firstName: 'The patient’s given name is missing (Patient.name.given).',
  lastName: 'The patient’s family name is missing (Patient.name.family).',
  dateOfBirth: 'The patient’s full date of birth is missing, or not between 1900 and today (Patient.birthDate).',
  email: 'The patient’s e-mail address is missing or not valid (Patient.telecom).',
  address: 'An address to ship to is missing (Patient.address, or a resource in ServiceRequest.supportingInfo).',
  address1: 'The address has no line (Address.line).',
  zip: 'The address has no postal code (Address.postalCode).',
  city: 'The address has no city (Address.city).',
  countryCode: 'The country of the address is not known (Address.country).',
} as const;

export type Gap = keyof typeof gaps;

/** Products that are alone with their LOINC code, not alone, or not to be ordered. */
async function putOrderProducts({ operator }: TestGateway): Promise<void> {
  const products: [string, Members][] = [
    ['lipid-panel', { loincNums: ['24331-1'] }],
    ['twin-1', { loincNums: ['1111-1', '1112-9'] }],
    ['twin-2', { loincNums: ['1111-1'] }],
    ['gone', { loincNums: ['2222-2'], active: false }],
    ['gone-twin', { loincNums: ['3333-3'], active: false }],
    ['staying-twin', { loincNums: ['3333-3'] }],
  ];
  for (const [canonicalId, content] of products) await putProduct(operator, canonicalId, content);
}

/** The time at which the tests of orders take place. */
export const ordersNow = '2026-02-01T10:00:00.000Z';

/** A gateway for the tests of a describe, and what they do in a release with the orders of its partner `acme`. */
export function fhirOrders(release: ReleasePath) {
  const gateway = gatewayForTests(async (started) => {
    started.clock.set(ordersNow);
    await putOrderProducts(started);
  });
  const path = `/fhir/${release}/service_requests`;
  const body = (overrides: object = {}) => requestBody(release, { ...overrides });
  const bodyOf = (patient: object = {}, overrides: object = {}) => body({ contained: [containedPatient({ ...patient })], ...overrides });

  const post = async (sent: unknown, client: TestClient = gateway.acme, to = path): Promise<TestAnswer> => {
    const answer = await client.post(to, sent);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer;
  };

  /** The test of a request that placed an order, as /v1 shows it. */
  const testOf = async ({ body: created, headers }: TestAnswer, client: TestClient = gateway.acme): Promise<any> => {
    expect([headers['x-order-placement'], created.extension]).toEqual(['placed', [placementExtension('placed')]]);
    return (await client.get(`/v1/diagnostic_tests/${await testIdOf(gateway, created.id)}`)).body;
  };

  const orderOf = async (test: any, client: TestClient = gateway.acme): Promise<any> => (await client.get(test.diagnosticOrder)).body;

  const countOrders = async (): Promise<number> => {
    const { headers } = await gateway.acme.get('/v1/diagnostic_orders?itemsPerPage=1', { Prefer: 'count=exact' });
    return Number(headers['x-total-count']);
  };

  /** What an answer says is missing. */
  const missingIn = ({ body: created }: TestAnswer): readonly string[] => {
    const own = created.extension.find(({ url }: any) => url === placementUrl);
    expect(own.extension[0]).toEqual({ url: 'state', valueCode: 'incomplete' });
    for (const { url } of own.extension.slice(1)) expect(url).toBe('missing');
    return own.extension.slice(1).map(({ valueString }: any) => valueString);
  };

  return { gateway, path, body, bodyOf, post, testOf, orderOf, countOrders, missingIn };
}
