import { addressBody } from './factories';
import type { TestGateway } from './gateway';

/** Bodies of ServiceRequests for tests; each call makes new ones, overridden member by member. */
export type Members = Readonly<Record<string, unknown>>;

export const releasePaths = ['r4b', 'r5'] as const;
export type ReleasePath = (typeof releasePaths)[number];

export const baseUrl = 'https://gateway.example';

export const placementUrl = `${baseUrl}/fhir/StructureDefinition/order-placement`;

/** The address of `/v1`'s `addressBody()`, as FHIR has it. */
export const fhirAddress = (overrides: Members = {}): Members => {
  const { address1, zip, city } = addressBody();
  return { line: [address1], postalCode: zip, city, country: 'DE', ...overrides };
};

export const containedPatient = (overrides: Members = {}): Members => ({
  resourceType: 'Patient',
  id: 'patient',
  identifier: [{ system: 'https://ehr.example/patients', value: '4711' }],
  name: [{ family: 'Mustermann', given: ['Erika'] }],
  telecom: [{ system: 'email', value: 'erika@example.org' }],
  gender: 'female',
  birthDate: '1984-02-29',
  address: [fhirAddress()],
  ...overrides,
});

export const productCoding = (code = 'lipid-panel'): Members => ({ system: `${baseUrl}/products`, code });

/** `code` of a release: a concept in R4B, a concept or a reference in R5. */
export const codeOf = (release: ReleasePath, ...coding: readonly Members[]): Members =>
  release === 'r4b' ? { coding } : { concept: { coding } };

/** Everything that an order needs, but no requisition. */
export const requestBody = (release: ReleasePath, overrides: Members = {}): Members => ({
  resourceType: 'ServiceRequest',
  contained: [containedPatient()],
  status: 'active',
  intent: 'order',
  code: codeOf(release, productCoding()),
  subject: { reference: '#patient' },
  ...overrides,
});

export const notInsured = { pKV: false, healthInsuranceCompanyName: null, healthInsuranceSubscriberId: null };

/** A request as the interface reads it, when it was sent like this. */
export const asRead = (release: ReleasePath, sent: Members, server: { readonly id: number; readonly lastUpdated: string }): Members => ({
  resourceType: 'ServiceRequest',
  status: 'draft',
  intent: 'proposal',
  ...sent,
  id: server.id,
  meta: [{ ...(sent['meta'] as readonly Members[] | undefined)?.[0], versionId: 1, lastUpdated: server.lastUpdated }],
  ...(release === 'r5' && notInsured),
});

/** The extension with which an answer tells of the order; texts in the order of the request. */
export const placementExtension = (state: 'placed' | 'incomplete', ...missing: readonly string[]): Members => ({
  url: placementUrl,
  extension: [{ url: 'state', valueCode: state }, ...missing.map((valueString) => ({ url: 'missing', valueString }))],
});

/** `supportingInfo` of a release that leads to a contained resource. */
export const supporting = (release: ReleasePath, reference: string): readonly Members[] =>
  release === 'r4b' ? [{ reference }] : [{ reference: { reference } }];

/** A contained Coverage of a release. */
export const coverage = (release: ReleasePath, type: string): Members => ({
  resourceType: 'Coverage',
  id: 'coverage',
  status: 'active',
  type: { coding: [{ system: 'http://fhir.de/CodeSystem/versicherungsart-de-basis', code: type }] },
  beneficiary: { reference: '#patient' },
  ...(release === 'r4b'
    ? { subscriberId: 'A123456780', payor: [{ display: 'Muster Kasse' }] }
    : { kind: 'insurance', subscriberId: [{ value: 'A123456780' }], insurer: { display: 'Muster Kasse' } }),
});

/** The id of the test that a request has ordered, which FHIR's paths do not tell. */
export async function testIdOf({ dataSource }: TestGateway, requestId: number | string): Promise<string> {
  const rows: { testId: string }[] = await dataSource.query('SELECT test_id AS "testId" FROM service_requests WHERE id = $1', [requestId]);
  return rows[0]!.testId;
}
