import { bundleOf, draftEntry, type SentEntry } from './bundles';
import { putProduct } from './factories';
import { baseUrl, type ReleasePath } from './fhir-requests';
import { faultsOf } from './fhir-validity';
import { gatewayForTests } from './gateway';
import type { Headers, TestAnswer, TestClient } from './test-client';

/** What is sent in Bundles and what comes back, for tests. */

/** The time at which the tests of Bundles take place. */
export const now = '2026-03-01T10:00:00.250Z';

/** Errors that are not about an element bring what to quote. */
const support = { diagnostics: expect.stringMatching(/^X-Request-Id: ./) };

/** The issues of an outcome, without the id of the request. */
export const issuesOf = ({ body }: TestAnswer): unknown =>
  body.issue.map(({ diagnostics: _id, ...issue }: { diagnostics?: string }) => issue);

/** The response to an entry of a batch that is refused. @param place the element; without one there is what to quote */
export const refused = (status: string, code: string, place: { expression?: [string]; diagnostics?: unknown } = support) => ({
  response: {
    status,
    outcome: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code, details: { text: expect.any(String) }, ...place }] },
  },
});

/** The id of the request that an entry of an answer is about. */
export const idIn = ({ response }: any): string => /^ServiceRequest\/(\d+)\/_history\/\d+$/.exec(response.location)![1]!;

/** Members of a request with an identifier of the EHR, and the condition that it meets. */
export const identified = (value: string) => ({ identifier: [{ system: 'https://ehr.example/requests', value }] });
export const condition = (value: string): string => `identifier=https://ehr.example/requests|${value}`;

type Sent = readonly [entries: readonly SentEntry[], headers?: Headers, client?: TestClient];

/** A gateway with products for the tests of a describe, and what its partner `acme` sends in Bundles of a release. */
export function bundleExchange(release: ReleasePath) {
  const gateway = gatewayForTests(async ({ clock, operator }) => {
    clock.set(now);
    for (const product of ['lipid-panel', 'vitamin-d']) await putProduct(operator, product);
  });
  const base = `/fhir/${release}`;

  const send = (type: string, entries: readonly SentEntry[], headers: Headers = {}, client?: TestClient): Promise<TestAnswer> =>
    (client ?? gateway.acme).post(base, bundleOf(type, ...entries), headers);

  /** The entries of an answer that is no refusal as a whole; what it is has to be valid. */
  const processed = async (type: string, ...sent: Sent): Promise<any[]> => {
    const { status, body, text } = await send(type, ...sent);
    if (status !== 200) throw new Error(text);
    expect([body.type, faultsOf(release, body)]).toEqual([`${type}-response`, []]);
    return body.entry;
  };

  return {
    gateway,
    base,
    send,
    /** The entries that come back of a batch. */
    answered: (...sent: Sent): Promise<any[]> => processed('batch', ...sent),
    /** The entries that come back of a transaction that is done. */
    accepted: (...sent: Sent): Promise<any[]> => processed('transaction', ...sent),
    /** The response to an entry that has written a request. */
    written: (id: string, status = '201 Created', version = 1) => ({
      fullUrl: `${baseUrl}${base}/ServiceRequest/${id}`,
      response: { status, location: `ServiceRequest/${id}/_history/${version}`, etag: `W/"${version}"`, lastModified: now },
    }),
    /** The id of a new draft. */
    made: async (overrides = {}): Promise<string> => idIn((await processed('batch', [draftEntry(release, overrides)]))[0]),
    updateEntry: (id: string, overrides = {}, request = {}): SentEntry => ({
      ...draftEntry(release, { id, ...overrides }),
      request: { method: 'PUT', url: `ServiceRequest/${id}`, ...request },
    }),
  };
}
