import { DiscoveryService } from '@nestjs/core';
import { type Route, routesOf } from '../../src/openapi/routes';
import { activationBody, addressBody, deliverResult, placeOrder, putProduct } from './factories';
import type { TestGateway } from './gateway';
import { readMessageFile } from './hl7';

/** Identifiers of one record of each kind, all of the partner `acme`, by the collection that the paths name. */
export type Records = Readonly<
  Record<
    | 'diagnostic_orders'
    | 'diagnostic_tests'
    | 'test_results'
    | 'observations'
    | 'documents'
    | 'diagnostic_products'
    | 'orders'
    | 'rejected_messages'
    | 'sck_orders'
    | 'kits'
    | 'products'
    | 'service_requests'
    | 'diagnostic_reports'
    | 'ServiceRequest'
    | 'DiagnosticReport'
    | 'Observation'
    | 'Patient'
    | 'Specimen'
    | 'AuditEvent',
    string
  >
>;

export const documentBody = (content: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
  originalFileName: 'report.pdf',
  mimeType: 'application/pdf',
  content: Buffer.from(content).toString('base64'),
  ...overrides,
});

export const kitOrderBody = (overrides: Readonly<Record<string, unknown>> = {}) => ({
  productIds: ['blood-kit'],
  contact: { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org' },
  shippingAddress: addressBody(),
  ...overrides,
});

/** Takes one order of each interface through its life. */
export async function makeRecords({ acme, operator, dataSource }: TestGateway): Promise<Records> {
  // The ids of requests are found in texts: they must not be digits that stand everywhere.
  await dataSource.query(`SELECT setval('service_request_ids', 7310000)`);
  const product = await putProduct(operator);
  const kitProduct = await operator.put('/admin/v1/sck_products/blood-kit', { name: { en: 'Blood kit' } });
  const { orderId, testIds } = await placeOrder(acme);
  await acme.post(`/v1/diagnostic_tests/${testIds[0]!}/activate`, activationBody({ specimenCode: `SP-${orderId}` }));
  const result = await deliverResult(operator, testIds[0]!, { documents: [documentBody('%PDF-1.7')] });
  const kitOrder = await acme.post('/sck/v1/orders', kitOrderBody());
  const request = await acme.get(`/fhir/r5/service_requests?diagnosticTest[]=${testIds[0]!}`);
  const hl7 = { 'Content-Type': 'application/hl7-v2' };
  await operator.post('/lab/v1/hl7v2', readMessageFile('refused-unknown-specimen'), hl7);
  const rejected = await operator.get('/lab/v1/rejected_messages');
  const requestId = String(request.body[0].id);
  const specimen: string = request.body[0].specimen[0].reference;
  return {
    diagnostic_orders: orderId,
    diagnostic_tests: testIds[0]!,
    test_results: result.id,
    observations: result.observations[0].id,
    documents: result.documents[0].id,
    diagnostic_products: product.body.id,
    orders: kitOrder.body.id,
    rejected_messages: rejected.body[0].id,
    sck_orders: kitOrder.body.id,
    kits: kitOrder.body.kits[0].slice('/sck/v1/kits/'.length),
    products: kitProduct.body.id,
    service_requests: requestId,
    diagnostic_reports: result.id,
    ServiceRequest: requestId,
    DiagnosticReport: result.id,
    Observation: result.observations[0].id,
    Patient: testIds[0]!,
    Specimen: specimen.slice('Specimen/'.length),
    // What a write has recorded is there with the write.
    AuditEvent: (await operator.get('/admin/v1/audit_events?itemsPerPage=1')).body[0].id,
  };
}

/** The routes of the service, from its router. */
export const routesIn = ({ application }: TestGateway): readonly Route[] => routesOf(application.get(DiscoveryService, { strict: false }));

const otherParameters: Readonly<Record<string, string>> = {
  /** Of a resource whose type is a parameter too. */
  id: '1',
  version: '1',
  type: 'Patient',
  slug: 'acme',
  canonicalId: 'lipid-panel',
  clientId: 'nobody',
  file: 'start.js',
  name: 'Error',
  status: '404',
  codes: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
};

/** Where the audit trail is read, by the id of an event. */
export const auditPaths = (id: string): readonly string[] => [
  '/admin/v1/audit_events',
  '/admin/v1/audit_chains',
  '/admin/v1/audit_chains/verification?partner=acme',
  ...['r4b', 'r5'].flatMap((release) => [`/admin/v1/fhir/${release}/AuditEvent`, `/admin/v1/fhir/${release}/AuditEvent/${id}`]),
];

/** A route's path with its parameters filled in; `idOf` tells the id for a collection. */
export const pathWith = ({ path }: Route, idOf: (collection: string) => string | undefined): string =>
  path.replace(/(?<=([A-Za-z0-9_]+)\/):([A-Za-z]+)/g, (_, collection: string, name: string) => {
    const value = name === 'id' && collection !== 'type' ? idOf(collection) : otherParameters[name];
    if (value === undefined) throw new Error(`no record for ${path}: name one in makeRecords`);
    return value;
  });
