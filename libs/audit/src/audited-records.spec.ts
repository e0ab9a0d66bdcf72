import { Answer, JsonText } from '@gateway/access';
import { Page } from '@gateway/kernel';
import { recordsIn, targetIri } from './audited-records';

const id = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d41';

describe('targetIri', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['/v1/diagnostic_orders', {}, '/v1/diagnostic_orders'],
    ['/v1/diagnostic_orders/:id', { id: id.toUpperCase() }, `/v1/diagnostic_orders/${id}`],
    ['/v1/diagnostic_orders/:id/shipment_tracking', { id }, `/v1/diagnostic_orders/${id}`],
    ['/fulfilment/v1/sck_orders/:id/fulfil', { id }, `/sck/v1/orders/${id}`],
    ['/lab/v1/test_results', {}, '/v1/test_results'],
    ['/fhir/r5/ServiceRequest/:id/_history/:version', { id: '17', version: '2' }, '/fhir/r5/ServiceRequest/17'],
    ['/fhir/r5/:type/:id/$validate', { type: 'Patient', id }, `/fhir/r5/Patient/${id}`],
    ['/admin/v1/partners/:slug', { slug: 'acme' }, '/admin/v1/partners/acme'],
    ['/admin/v1/partners/:slug', { slug: 'erika@example.org' }, '/admin/v1/partners/{slug}'],
    ['/v1/diagnostic_orders/:id', { id: 'Mustermann' }, '/v1/diagnostic_orders/{id}'],
    ['/v1/diagnostic_orders/:id', {}, '/v1/diagnostic_orders/{id}'],
  ])('of %s with %j is %s', (route, parameters, iri) => {
    expect(targetIri({ route, parameters })).toBe(iri);
  });
});

describe('recordsIn', () => {
  const inAnswer = (result: unknown, overrides: Readonly<Record<string, unknown>> = {}) =>
    recordsIn({
      route: '/v1/things',
      parameters: {},
      operation: 'listThings',
      scope: 'orders:read',
      baseUrl: 'https://gateway.example/base',
      result,
      ...overrides,
    });

  it.each<[string, unknown, readonly string[], Record<string, unknown>?]>([
    ['a page', new Page([{ id }, { id: 17 }], { first: { page: 1 } }), [`/v1/things/${id}`, '/v1/things/17']],
    ['an empty page', new Page([], { first: { page: 1 } }), []],
    ['a page of the administration', new Page([{ id }], { first: { page: 1 } }), ['/v1/things'], { scope: 'admin' }],
    ['a place', Answer.created(`/v1/things/${id}`, {}), [`/v1/things/${id}`]],
    ['an address', Answer.created('https://gateway.example/base/fhir/r5/ServiceRequest/7/_history/3', {}), ['/fhir/r5/ServiceRequest/7']],
    ['a file', Answer.created(`/v1/documents/${id}/download`, {}), [`/v1/documents/${id}`]],
    ['a record of a collection', { id }, [`/v1/things/${id}`]],
    ['listed records', { updated: ['/v1/a/1', '/v1/b/2'] }, ['/v1/a/1', '/v1/b/2'], { operation: 'recordCarrierEvent' }],
    [
      'a searchset',
      {
        resourceType: 'Bundle',
        type: 'searchset',
        entry: [
          { fullUrl: 'https://gateway.example/base/fhir/r5/Patient/1' },
          { fullUrl: 'https://gateway.example/base/fhir/r5/Patient/1' },
          { resource: { resourceType: 'OperationOutcome' } },
        ],
      },
      ['/fhir/r5/Patient/1'],
    ],
    [
      'the responses to a Bundle, in a text that is kept',
      new JsonText(
        JSON.stringify({
          resourceType: 'Bundle',
          type: 'batch-response',
          entry: [
            { fullUrl: 'https://gateway.example/base/fhir/r5/ServiceRequest/7', response: { location: 'ServiceRequest/7/_history/1' } },
            { response: { status: '201 Created', location: `Patient/${id}` } },
            { resource: { resourceType: 'Patient', id: '1' }, response: { status: '200 OK' } },
            {
              resource: {
                resourceType: 'Bundle',
                type: 'searchset',
                entry: [{ fullUrl: 'https://gateway.example/base/fhir/r5/Observation/3', resource: {} }],
              },
            },
            { response: { status: '404 Not Found', outcome: { resourceType: 'OperationOutcome' } } },
          ],
        }),
      ),
      ['/fhir/r5/ServiceRequest/7', `/fhir/r5/Patient/${id}`, '/fhir/r5/Patient/1', '/fhir/r5/Observation/3'],
      { route: '/fhir/r5' },
    ],
    ['listed records of a text', new JsonText('{"diagnosticTests":["/v1/a/1"]}'), ['/v1/a/1'], { operation: 'recordIntake' }],
    ['nothing else', new Answer(204, undefined), ['/v1/things']],
  ])('tells %s', (_, result, expected, overrides = {}) => {
    expect(inAnswer(result, overrides)).toEqual(expected);
  });
});
