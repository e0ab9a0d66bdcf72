import { recordedBy } from '../support/audit';
import { bundleOf, draftEntry, getEntry } from '../support/bundles';
import { addressBody } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { kitOrderBody, makeRecords, type Records } from '../support/records';
import type { TestAnswer } from '../support/test-client';

type Sent = (headers: Readonly<Record<string, string>>) => Promise<TestAnswer>;

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('the audit trail of requests with an Idempotency-Key', () => {
  let gateway: TestGateway;
  let records: Records;
  let keys = 0;

  beforeAll(async () => {
    gateway = await startGateway();
    records = await makeRecords(gateway);
    const tracking = { shipmentTracking: { trackingCode: 'TRACK-1', provider: 'CARRIER_A' } };
    await gateway.operator.post(`/fulfilment/v1/diagnostic_orders/${records.diagnostic_orders}/ship`, tracking);
  });

  afterAll(() => gateway.stop());

  /** What a request is recorded as. */
  const eventOf = async (send: () => Promise<TestAnswer>) => {
    const events = await recordedBy(gateway, send);
    expect(events).toHaveLength(1);
    const { operation, scope, action, method, records: seen, status, outcome } = events[0]!;
    return { operation, scope, action, method, records: seen, status, outcome };
  };

  const specimenCode = (): string => `SP-${records.diagnostic_orders}`;

  it.each<[string, Sent, () => readonly string[]]>([
    [
      'a search',
      (headers) => gateway.acme.post('/fhir/r5/Patient/_search', '_count=1', { ...form, ...headers }),
      () => [`/fhir/r5/Patient/${records.Patient}`],
    ],
    [
      'an intake',
      (headers) => gateway.operator.post('/lab/v1/intakes', { specimenCode: specimenCode() }, headers),
      () => [`/v1/diagnostic_tests/${records.diagnostic_tests}`],
    ],
    [
      'an event of a carrier',
      (headers) => {
        const providerStatus = { terminalStatus: false, name: 'state', value: 'on its way' };
        return gateway.operator.post('/fulfilment/v1/carrier_events', { trackingCode: 'TRACK-1', providerStatus }, headers);
      },
      () => [`/v1/diagnostic_orders/${records.diagnostic_orders}`],
    ],
    [
      'a refusal',
      (headers) => gateway.acme.post('/sck/v1/orders', { ...kitOrderBody(), shippingAddress: addressBody({ city: 1 }) }, headers),
      () => ['/sck/v1/orders'],
    ],
  ])('names the same records of %s as without, and of its repetition', async (_, send, expected) => {
    const without = await eventOf(() => send({}));
    keys += 1;
    const key = { 'Idempotency-Key': `key-${keys}` };
    expect(await eventOf(() => send(key))).toEqual(without);
    expect(without.records).toEqual(expected());
    const repetition = await eventOf(() => send(key));
    expect(repetition).toEqual({ ...without, action: without.status < 400 ? 'read' : without.action });
  });

  it('names what the repeated responses to a Bundle tell', async () => {
    const batch = bundleOf('batch', draftEntry('r5'), getEntry(`Observation/${records.Observation}`), getEntry('Patient?_count=1'));
    const key = { 'Idempotency-Key': 'bundle' };
    const { body } = await gateway.acme.post('/fhir/r5', batch, key);
    const repetition = await eventOf(() => gateway.acme.post('/fhir/r5', batch, key));
    expect([repetition.action, repetition.records]).toEqual([
      'read',
      [
        body.entry[0].fullUrl.replace('https://gateway.example', ''),
        `/fhir/r5/Observation/${records.Observation}`,
        `/fhir/r5/Patient/${records.Patient}`,
      ],
    ]);
  });
});
