import { activationBody, deliverResult, observationBody, putProduct } from './factories';
import { codeOf, type ReleasePath, requestBody, testIdOf } from './fhir-requests';
import { startGateway, type TestGateway } from './gateway';

/** What programs that were written for any FHIR server meet here: a gateway whose links lead to itself. */
export interface ClientScene {
  readonly gateway: TestGateway;
  /** A partner's token. */
  readonly token: string;
  baseOf(release: ReleasePath): string;
  /** Brings the result of the test that a request has ordered; the id of its report. */
  bringResult(requestId: string): Promise<string>;
}

const loincOfProduct = { system: 'http://loinc.org', code: '24331-1' };

export const requestSystem = 'https://ehr.example/requests';

type Members = Readonly<Record<string, unknown>>;

/** An order with the EHR's own number, for a product by its LOINC code. */
export const orderOf = (release: ReleasePath, number: string, overrides: Members = {}): any =>
  requestBody(release, {
    identifier: [{ system: requestSystem, value: number }],
    code: codeOf(release, loincOfProduct),
    ...overrides,
  });

export const draftOf = (release: ReleasePath, number: string, overrides: Members = {}): any =>
  orderOf(release, number, { status: 'draft', ...overrides });

export const conditionOf = (number: string): string => `identifier=${requestSystem}|${number}`;

/** A transaction of two requests for one patient, the second of which replaces the first. */
export const transactionOf = (release: ReleasePath, number: string): any => {
  const [patient, first, second] = ['1', '2', '3'].map((digit) => `urn:uuid:6f6b2a4c-7a0e-4d6c-9a54-0d5f3a1c000${digit}`);
  const { contained, ...order } = orderOf(release, number, {
    subject: { reference: patient },
    requisition: { system: 'https://ehr.example/requisitions', value: number },
  });
  const { id: _id, ...person } = contained[0];
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      { fullUrl: patient, resource: person, request: { method: 'POST', url: 'Patient' } },
      { fullUrl: first, resource: order, request: { method: 'POST', url: 'ServiceRequest' } },
      {
        fullUrl: second,
        resource: { ...order, replaces: [{ reference: first }] },
        request: { method: 'POST', url: 'ServiceRequest' },
      },
    ],
  };
};

export async function openScene(): Promise<ClientScene> {
  const gateway = await startGateway({ hasOwnLinks: true });
  await putProduct(gateway.operator, 'lipid-panel', { loincNums: [loincOfProduct.code] });
  return {
    gateway,
    token: await gateway.secretWith({}),
    baseOf: (release) => `${gateway.url}/fhir/${release}`,
    bringResult: async (requestId) => {
      const testId = await testIdOf(gateway, requestId);
      await gateway.acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody({ specimenCode: `SP-${requestId}` }));
      const observations = [observationBody(), observationBody({ loincNum: '2085-9', value: '1.40' })];
      return (await deliverResult(gateway.operator, testId, { observations })).id;
    },
  };
}
