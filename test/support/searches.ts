import type { FhirRelease } from '@gateway/fhir';
import { activationBody, deliverResult, observationBody, patientBody, placeOrder, putProduct } from './factories';
import { baseUrl, containedPatient, requestBody } from './fhir-requests';
import type { TestGateway } from './gateway';
import type { Headers, TestAnswer } from './test-client';

export interface SearchBundle {
  readonly type: string;
  readonly total?: number;
  readonly link: readonly { readonly relation: string; readonly url: string }[];
  readonly entry?: readonly { readonly fullUrl?: string; readonly resource: any; readonly search: { readonly mode: string } }[];
}

export const strictly = { Prefer: 'handling=strict' };

export const linkOf = ({ link }: SearchBundle, relation: string): string | undefined =>
  link.find((each) => each.relation === relation)?.url;

/** The resources of a Bundle that are there for this reason. */
export const foundIn = ({ entry = [] }: SearchBundle, mode = 'match'): readonly any[] =>
  entry.filter(({ search }) => search.mode === mode).map(({ resource }) => resource);

export const namesOf = (resources: readonly any[]): readonly string[] => resources.map(({ resourceType, id }) => `${resourceType}/${id}`);

export const codesIn = (bundle: SearchBundle): readonly string[] => foundIn(bundle).map(({ code }) => code.coding[0].code);

/** A test with five observations, its request, and a request that an EHR wrote; another partner has a test too. */
export interface SearchStory {
  readonly testId: string;
  readonly requestId: string;
  readonly ehrRequest: any;
}

/** Searches of the partner `acme` in a release. */
export function searchesOf(gateway: TestGateway, release: FhirRelease) {
  const base = `/fhir/${release.path}`;

  const get = (query: string, headers: Headers = {}): Promise<TestAnswer> => gateway.acme.get(`${base}/${query}`, headers);

  const search = async (query: string, headers: Headers = {}): Promise<SearchBundle> => {
    const { status, text } = await get(query, headers);
    if (status !== 200) throw new Error(`${query}: ${text}`);
    return JSON.parse(text) as SearchBundle;
  };

  /** The absolute address of a search or resource. */
  const addressOf = (query: string): string => `${baseUrl}${base}/${query}`;

  const follow = (url: string): Promise<SearchBundle> => search(url.slice(addressOf('').length));

  const makeStory = async (): Promise<SearchStory> => {
    const { acme, operator, other } = gateway;
    await putProduct(operator);
    const { testIds } = await placeOrder(acme, { patient: patientBody({ lastName: 'Ärmel', dateOfBirth: '1984-02-29' }) });
    const testId = testIds[0]!;
    await acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody());
    const observations = ['5-5', '3-3', '1-1', '4-4', '2-2'].map((loincNum, index) => observationBody({ loincNum, value: `${index % 2}` }));
    await deliverResult(operator, testId, { observations });
    const requestId: string = foundIn(await search(`ServiceRequest?patient=${testId}`))[0].id;
    const contained = [containedPatient({ identifier: [{ system: 'urn:ehr', value: '4711' }] })];
    const { body: ehrRequest } = await acme.post(`${base}/ServiceRequest`, requestBody(release.path, { contained }));
    const others = await placeOrder(other);
    await deliverResult(operator, others.testIds[0]!);
    return { testId, requestId, ehrRequest };
  };

  return { base, get, search, addressOf, follow, makeStory };
}
