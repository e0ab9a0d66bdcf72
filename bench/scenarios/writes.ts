import { stringifyJson } from '@gateway/kernel';
import { fhirRequestBody, observations, orderBody, panels } from '../fill/invented';
import { awaitingTests } from './awaiting-tests';
import type { Scenario } from './scenario';

const [largest] = panels;

export const writes: readonly Scenario[] = [
  {
    name: 'create-order',
    title: 'create an order of two tests, /v1',
    method: 'POST',
    side: 'partner',
    renderer: 'order',
    isRepeatable: false,
    requests: () =>
      Promise.resolve([
        { path: '/v1/diagnostic_orders', body: JSON.stringify(orderBody(1, [panels[0]!.canonicalId, panels[1]!.canonicalId])) },
      ]),
  },
  {
    name: 'create-request-r4b',
    title: 'create a ServiceRequest of R4B that places an order',
    method: 'POST',
    side: 'partner',
    renderer: 'placed-request-r4b',
    isRepeatable: false,
    requests: ({ baseUrl }) => {
      const { requisition: _, ...request } = fhirRequestBody('r4b', 1, largest!.canonicalId, baseUrl);
      return Promise.resolve([{ path: '/fhir/r4b/ServiceRequest', body: JSON.stringify(request) }]);
    },
  },
  {
    name: 'deliver-result',
    title: 'deliver a result with 20 observations',
    method: 'POST',
    side: 'operator',
    key: { body: 'diagnosticTest' },
    renderer: 'result',
    isRepeatable: false,
    consumes: true,
    requests: async (surroundings, count) =>
      (await awaitingTests(surroundings, count)).map((diagnosticTest) => ({
        path: '/lab/v1/test_results',
        body: stringifyJson({ diagnosticTest, observations: observations(largest!.loincNums) }),
      })),
  },
];
