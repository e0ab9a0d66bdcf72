import fc from 'fast-check';
import { getEntry, bundleOf, draftEntry, orderEntry, patientEntry } from '../../support/bundles';
import { activationBody, observationBody, orderBody, resultBody } from '../../support/factories';
import { elementsOf } from '../../support/fhir-elements';
import { containedPatient, type ReleasePath, requestBody } from '../../support/fhir-requests';
import { documentBody, kitOrderBody, type Records } from '../../support/records';
import { definedMembers, officialResources } from './definitions';

const validated = [
  'ServiceRequest',
  'Observation',
  'DiagnosticReport',
  'Patient',
  'Specimen',
  'Coverage',
  'Bundle',
  'Questionnaire',
  'ValueSet',
  'Medication',
];

const releaseOf = (operationId: string): ReleasePath | undefined =>
  operationId.includes('R4B') ? 'r4b' : operationId.includes('R5') ? 'r5' : undefined;

const patches: readonly unknown[] = [
  [{ op: 'replace', path: '/priority', value: 'urgent' }],
  [{ op: 'add', path: '/note', value: [{ text: 'x' }] }],
  [
    { op: 'test', path: '/status', value: 'active' },
    { op: 'remove', path: '/contained/0' },
  ],
  [
    { op: 'move', from: '/subject', path: '/encounter' },
    { op: 'copy', from: '', path: '/contained/0/contact' },
  ],
  [
    { op: 'add', path: '/code/coding/-', value: {} },
    { op: 'add', path: '/~0~1/__proto__', value: 1 },
  ],
];

const tracking = { provider: 'CARRIER_A', trackingCode: 'T-1', url: 'https://example.org/t', shipmentStatus: 'in_transit' };
const providerStatus = { terminalStatus: true, name: 'Delivered', value: 'delivered' };

/** Bodies that the service takes, with identifiers of records that are there. */
export function seedsOf(operationId: string, records: Records): readonly unknown[] {
  const test = records.diagnostic_tests;
  const own: Readonly<Record<string, readonly unknown[]>> = {
    createDiagnosticOrder: [orderBody({ metadata: { a: 'b', c: 1.5, d: true } }), orderBody({ shippingAddress: null })],
    createKitOrder: [kitOrderBody({ metadata: { a: '1' } })],
    activateDiagnosticTest: [
      activationBody(),
      activationBody({
        healthInsuranceDetails: { countryCode: 'DE', provider: null, healthInsuranceTypeDE: 'PKV', subscriberIdentifier: 'A123456780' },
      }),
    ],
    recordOrderShipmentTracking: [tracking, { trackingCode: null }],
    recordTestShipmentTracking: [tracking, { url: null }],
    recordIntake: [{ specimenCode: `SP-${records.diagnostic_orders}` }],
    recordCarrierEvent: [{ trackingCode: 'T-1', providerStatus, shipmentStatus: 'delivered' }],
    shipDiagnosticOrder: [{ shipmentTracking: tracking, shippedAt: '2026-02-03T07:45:00Z' }],
    fulfilKitOrder: [{ kits: [{ kit: records.kits, kitCode: 'KIT-1' }], shipmentTracking: tracking }],
    deliverTestResult: [
      resultBody({
        diagnosticTest: test,
        externalId: 'X-1',
        labNotes: ['a note'],
        observations: [
          observationBody({
            value: '<0.5',
            interpretation: 'L',
            labNotes: ['n'],
            referenceRange: { intervals: [{ label: 'normal', lower: { operator: '>=', value: 0.5 }, upper: null }] },
          }),
        ],
        documents: [documentBody('%PDF-1.7')],
      }),
      resultBody({ specimenCode: `SP-${records.diagnostic_orders}` }),
    ],
  };
  const release = releaseOf(operationId);
  if (release === undefined) return own[operationId] ?? [];
  if (operationId.startsWith('patch')) return patches;
  if (operationId.startsWith('validate')) return [...officialResources(release, validated, 6), ...fhirRequests(release)];
  if (operationId.startsWith('process')) return bundlesOf(release, records);
  return fhirRequests(release);
}

const fhirRequests = (release: ReleasePath): readonly unknown[] => [
  requestBody(release),
  requestBody(release, { status: 'draft', contained: [containedPatient({ name: [{ text: 'Erika' }] })] }),
  ...elementsOf(release).map(([, members]) => requestBody(release, { status: 'draft', ...members })),
  ...officialResources(release, ['ServiceRequest'], 8),
];

const bundlesOf = (release: ReleasePath, { ServiceRequest: id, Patient: patient }: Records): readonly unknown[] => [
  bundleOf('transaction', patientEntry(), orderEntry(release, 1), draftEntry(release)),
  bundleOf(
    'batch',
    draftEntry(release),
    getEntry(`ServiceRequest/${id}`),
    getEntry('Observation?code=x&_count=1'),
    getEntry(`Patient/${patient}`),
  ),
  bundleOf(
    'batch',
    draftEntry(release, {}, { ifNoneExist: 'identifier=x|1' }),
    getEntry('$versions'),
    getEntry('../../v1/diagnostic_orders'),
  ),
  bundleOf('transaction', draftEntry(release, { id }, { method: 'PUT', url: `ServiceRequest/${id}`, ifMatch: 'W/"1"' })),
  bundleOf('batch', ...Array.from({ length: 30 }, () => getEntry('metadata'))),
];

/** Names of members that mean something to an operation. */
export function membersOf(operationId: string): readonly string[] {
  const release = releaseOf(operationId);
  return release === undefined
    ? ['id', 'metadata', 'externalId', 'referenceRange', 'constructor', '__proto__x', 'toString', '']
    : definedMembers(release);
}

const boundary = 'fuzz-boundary';

const fileNames = [
  'report.pdf',
  '../../etc/passwd',
  'a\\b.pdf',
  'CON',
  '.htaccess',
  'a\u0000.pdf',
  'Befund Müller.pdf',
  '\u202egnp.exe',
  'x'.repeat(300),
  '<script>fuzzed()</script>.html',
  'a"; filename="b',
  'a%0d%0aX-Fuzzed: 1',
  '',
];
const fileTypes = [
  'application/pdf',
  'text/html',
  'image/svg+xml',
  'application/x-msdownload',
  'a',
  'text/html;charset=utf-7',
  'multipart/mixed; boundary=x',
  '',
];

/** Forms with a file, and texts that are nearly one. */
export const uploads: fc.Arbitrary<{ readonly type: string; readonly body: Buffer }> = fc
  .record({
    field: fc.constantFrom('file', 'file', 'file', 'files', '__proto__', ''),
    name: fc.constantFrom(...fileNames),
    type: fc.constantFrom(...fileTypes),
    content: fc.oneof(
      fc.constantFrom('%PDF-1.7', 'MZ\u0090', '<html><script>1</script>', 'PK\u0003\u0004'),
      fc.string({ unit: 'binary', maxLength: 200 }),
    ),
    parts: fc.integer({ min: 0, max: 3 }),
    end: fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--\r\n`, `--${boundary}--\r\n`, '', `--${boundary}`, '--'),
    header: fc.constantFrom(
      `multipart/form-data; boundary=${boundary}`,
      `multipart/form-data; boundary=${boundary}`,
      `multipart/form-data; boundary="${boundary}"`,
      'multipart/form-data',
      `multipart/form-data; boundary=${'x'.repeat(200)}`,
    ),
  })
  .map(({ field, name, type, content, parts, end, header }) => ({
    type: header,
    body: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`.repeat(
        parts,
      ) + end,
    ),
  }));
