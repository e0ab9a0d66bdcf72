import type { SampleValues } from './values';

type Value = (values: SampleValues) => string;

const of =
  (name: string): Value =>
  (values) =>
    values[name]!;

const always =
  (value: string): Value =>
  () =>
    value;

/** What to ask a filter `name[]` for, by its name; one of kits or of the administration is named with its path. */
const named: Readonly<Record<string, Value>> = {
  diagnosticTest: of('test'),
  order: of('order'),
  product: of('product'),
  testResult: of('result'),
  observation: of('observation'),
  specimenCode: of('specimenCode'),
  loincNum: of('analyte'),
  'service_requests status': always('on-hold'),
  '/sck/v1/orders order': of('kitOrder'),
  '/sck/v1/kits order': of('kitOrder'),
  '/sck/v1/orders product': always('kit-01'),
  '/sck/v1/kits product': always('kit-01'),
  '/sck/v1/products product': always('kit-01'),
  kit: of('kitCode'),
  controlId: always('C-17'),
  partner: of('partner'),
  token: of('token'),
  client: always('no-such-client'),
  record: (values) => `DiagnosticTest/${values['test']!}`,
  operation: always('getDiagnosticOrder'),
  method: always('PATCH'),
  '/admin/v1/audit_events status': always('409'),
  requestId: of('requestId'),
  address: always('192.0.2.7'),
};

/** @throws Error for a filter that nobody has said a value for */
export function listValue(path: string, name: string, values: SampleValues): string {
  const value = named[`${path} ${name}`] ?? named[`${path.slice(path.lastIndexOf('/') + 1)} ${name}`] ?? named[name];
  if (value === undefined) throw new Error(`${path}: no value to ask ${name}[] for; name one here`);
  return value(values);
}

const keys: Readonly<Record<string, readonly [path: string, value: Value]>> = {
  metadata: ['metadata.campaign', of('campaign')],
  shippingAddress: ['shippingAddress.lastName', of('lastName')],
  contact: ['contact.lastName', of('contactName')],
  shipmentTracking: ['shipmentTracking.trackingCode', of('trackingCode')],
};

/** Queries of a filter over JSON documents, for each of its roots. */
export const jsonQueries = (name: string, description: string, values: SampleValues): readonly string[] =>
  Object.entries(keys).flatMap(([root, [path, value]]) => {
    if (!new RegExp(`Paths begin with [^.]*\\b${root}\\b`).test(description)) return [];
    if (name === 'json_exists') return [`json_exists[${path}]=true`, `json_exists[${path}]=false`];
    // A search finds what holds the words somewhere: the number that tells the copies apart.
    const word = value(values);
    return [`${name}[${path}]=${encodeURIComponent(name === 'json_search' ? word.slice(2) : word)}`];
  });
