import { putProduct } from './factories';
import { baseUrl, type ReleasePath, requestBody } from './fhir-requests';
import { startGateway, type TestGateway } from './gateway';
import type { TestAnswer, TestClient } from './test-client';

type Members = Readonly<Record<string, unknown>>;

/** The issues of an OperationOutcome without the request that they quote. */
export const issuesOf = ({ body }: TestAnswer): unknown =>
  body.issue.map(({ diagnostics: _id, ...issue }: { diagnostics?: string }) => issue);

/** ServiceRequests on the standard paths of a release, over a gateway with two products. */
export interface RestRequests {
  readonly gateway: TestGateway;
  readonly acme: TestClient;
  readonly path: string;
  /** Absolute address of a request. */
  addressOf(id: string): string;
  /** Everything that an order needs. */
  body(overrides?: Members): Members;
  draft(overrides?: Members): Members;
  create(content: object, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
}

export async function startRestRequests(release: ReleasePath): Promise<RestRequests> {
  const gateway = await startGateway();
  const { acme, operator } = gateway;
  const path = `/fhir/${release}/ServiceRequest`;
  await putProduct(operator);
  await putProduct(operator, 'vitamin-d');
  const body = (overrides: Members = {}): Members => requestBody(release, overrides);
  return {
    gateway,
    acme,
    path,
    addressOf: (id) => `${baseUrl}${path}/${id}`,
    body,
    draft: (overrides = {}) => body({ status: 'draft', ...overrides }),
    create: async (content, headers = {}) => {
      const answer = await acme.post(path, content, headers);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer;
    },
  };
}
