import { putProduct } from './factories';
import { type ReleasePath, requestBody } from './fhir-requests';
import { startGateway, type TestGateway } from './gateway';
import type { TestAnswer, TestClient } from './test-client';

type Members = Readonly<Record<string, unknown>>;

/** The issues of an OperationOutcome without the request that they quote. */
export const issuesOf = ({ body }: TestAnswer): unknown =>
  body.issue.map(({ diagnostics: _id, ...issue }: { diagnostics?: string }) => issue);

/** ServiceRequests on the standard paths of a release, over a gateway with two products. */
export interface RestRequests {
  /** There while tests run. */
  readonly gateway: TestGateway;
  readonly acme: TestClient;
  readonly path: string;
  /** Everything that an order needs. */
  readonly body: (overrides?: Members) => Members;
  readonly draft: (overrides?: Members) => Members;
  readonly create: (content: object, headers?: Readonly<Record<string, string>>) => Promise<TestAnswer>;
}

/** For the tests of one `describe`: a gateway of their own, whose clock is right again after each of them. */
export function useRestRequests(release: ReleasePath): RestRequests {
  let started: TestGateway;
  beforeAll(async () => {
    started = await startGateway();
    await putProduct(started.operator);
    await putProduct(started.operator, 'vitamin-d');
  });
  afterEach(() => {
    started.clock.set(undefined);
  });
  afterAll(() => started.stop());

  const path = `/fhir/${release}/ServiceRequest`;
  const body = (overrides: Members = {}): Members => requestBody(release, overrides);
  return {
    get gateway() {
      return started;
    },
    get acme() {
      return started.acme;
    },
    path,
    body,
    draft: (overrides = {}) => body({ status: 'draft', ...overrides }),
    create: async (content, headers = {}) => {
      const answer = await started.acme.post(path, content, headers);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer;
    },
  };
}
