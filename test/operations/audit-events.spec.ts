import { recorded, recordedBy } from '../support/audit';
import { bundleOf, draftEntry, getEntry } from '../support/bundles';
import { orderBody, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { SmartTestClient } from '../support/smart-client';
import { documentBody, makeRecords, type Records } from '../support/records';

const restHeaders = { 'Content-Type': 'application/fhir+json' };

describe('the audit trail', () => {
  let gateway: TestGateway;
  let records: Records;

  beforeAll(async () => {
    gateway = await startGateway({ trustedProxies: 'loopback' });
    records = await makeRecords(gateway);
  });

  afterAll(() => gateway.stop());

  it('says who did what to which record, when, from where, and with which outcome', async () => {
    const path = `/v1/diagnostic_orders/${records.diagnostic_orders}`;
    const secret = await gateway.secretWith({ scopes: ['orders:read'] });
    const { body: tokens } = await gateway.operator.get('/admin/v1/tokens');
    gateway.clock.set('2026-02-03T04:05:06.789Z');
    const events = await recordedBy(gateway, () =>
      gateway.nobody.get(path, { 'X-API-TOKEN': secret, 'X-Request-Id': 'here-1', 'X-Forwarded-For': '2001:db8::17' }),
    );
    gateway.clock.set(undefined);
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        recordedAt: '2026-02-03T04:05:06.789Z',
        partner: 'acme',
        token: tokens.at(-1).id,
        client: null,
        operation: 'getDiagnosticOrder',
        scope: 'orders:read',
        action: 'read',
        method: 'GET',
        records: [path],
        status: 200,
        outcome: 'success',
        requestId: 'here-1',
        address: '2001:db8::17',
      },
    ]);
  });

  it('names the client that got its token by itself', async () => {
    const client = new SmartTestClient(gateway, 'acme-ehr');
    await client.register({ scopes: ['system/Observation.rs'] });
    const { body } = await client.ask({ scope: 'system/Observation.rs' });
    const [event] = await recordedBy(gateway, () =>
      gateway.nobody.get(`/fhir/r5/Observation/${records.Observation}`, { Authorization: `Bearer ${body.access_token}` }),
    );
    expect(event).toMatchObject({ client: 'acme-ehr', partner: 'acme', records: [`/fhir/r5/Observation/${records.Observation}`] });
  });

  /** What each request is recorded as. `ID` stands for an id that the answer tells. */
  const acme = (): TestGateway['acme'] => gateway.acme;
  const operator = (): TestGateway['acme'] => gateway.operator;
  it.each<[string, () => Promise<{ body: any }>, (answer: { body: any }) => readonly string[], string]>([
    [
      'HEAD',
      () => acme().send('HEAD', `/v1/diagnostic_tests/${records.diagnostic_tests}`),
      () => [`/v1/diagnostic_tests/${records.diagnostic_tests}`],
      'read',
    ],
    ['an order', async () => ({ body: await placeOrder(acme()) }), ({ body }) => [`/v1/diagnostic_orders/${body.orderId}`], 'create'],
    [
      'what is done to a record',
      () => acme().post(`/v1/diagnostic_tests/${records.diagnostic_tests.toUpperCase()}/specimens`, { specimenCode: 'SP-2' }),
      () => [`/v1/diagnostic_tests/${records.diagnostic_tests}`],
      'update',
    ],
    ['an intake', () => operator().post('/lab/v1/intakes', { specimenCode: 'SP-2' }), ({ body }) => body.diagnosticTests, 'execute'],
    [
      'a document',
      () => {
        const form = new FormData();
        form.append('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'a.pdf');
        return operator().post(`/lab/v1/test_results/${records.test_results}/documents`, form);
      },
      ({ body }) => [`/v1/documents/${body.id}`],
      'update',
    ],
    ['a download', () => acme().get(`/v1/documents/${records.documents}/download`), () => [`/v1/documents/${records.documents}`], 'read'],
    [
      'shipping',
      () => operator().post(`/fulfilment/v1/diagnostic_orders/${records.diagnostic_orders}/ship`, {}),
      () => [`/v1/diagnostic_orders/${records.diagnostic_orders}`],
      'update',
    ],
    [
      'a new token',
      () => operator().post('/admin/v1/tokens', { partner: 'acme', name: 'new', scopes: ['orders:read'] }),
      ({ body }) => [`/admin/v1/tokens/${body.id}`],
      'create',
    ],
    [
      'a FHIR create',
      () => acme().post('/fhir/r5/ServiceRequest', draftEntry('r5').resource, restHeaders),
      ({ body }) => [`/fhir/r5/ServiceRequest/${body.id}`],
      'create',
    ],
    [
      'a search by POST',
      () =>
        acme().post('/fhir/r4b/Observation/_search', `_id=${records.Observation}`, { 'Content-Type': 'application/x-www-form-urlencoded' }),
      () => [`/fhir/r4b/Observation/${records.Observation}`],
      'search',
    ],
    ['an empty search', () => acme().get('/fhir/r4b/Observation?_id=0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d41'), () => [], 'search'],
    [
      'a history',
      () => acme().get(`/fhir/r5/ServiceRequest/${records.ServiceRequest}/_history`),
      () => [`/fhir/r5/ServiceRequest/${records.ServiceRequest}`],
      'read',
    ],
    [
      'what is included',
      () => acme().get(`/fhir/r5/DiagnosticReport?_id=${records.DiagnosticReport}&_include=DiagnosticReport:subject`),
      () => [`/fhir/r5/DiagnosticReport/${records.DiagnosticReport}`, `/fhir/r5/Patient/${records.Patient}`],
      'search',
    ],
  ])('names the records: %s', async (_, ask, expected, action) => {
    let answer!: { body: any };
    const events = await recordedBy(gateway, async () => (answer = await ask()));
    expect(events.map((event) => [event.records, event.action])).toEqual([[expected(answer), action]]);
  });

  it('names each record of a page', async () => {
    for (let index = 0; index < 30; index += 1) await placeOrder(gateway.acme);
    const events = await recordedBy(gateway, async () => {
      const { body } = await gateway.acme.get('/v1/diagnostic_orders?sort[createdAt]=desc&json_search[shippingAddress.lastName]=M');
      expect(body).toHaveLength(30);
    });
    const { body } = await gateway.acme.get('/v1/diagnostic_orders?sort[createdAt]=desc');
    expect(events.map((event) => event.records)).toEqual([body.map(({ id }: { id: string }) => `/v1/diagnostic_orders/${id}`)]);
    expect(JSON.stringify(events)).not.toContain('lastName');
  });

  it.each([
    [
      'another partner’s record',
      () => gateway.other.get(`/v1/diagnostic_orders/${records.diagnostic_orders}`),
      404,
      '/v1/diagnostic_orders/RECORD',
    ],
    ['no identifier', () => gateway.acme.get('/v1/diagnostic_orders/Erika%20Mustermann'), 404, '/v1/diagnostic_orders/{id}'],
    ['a bad query', () => gateway.acme.get('/v1/diagnostic_orders?lastName=Mustermann'), 400, '/v1/diagnostic_orders'],
    ['a bad body', () => gateway.acme.post('/v1/diagnostic_orders', '{'), 400, '/v1/diagnostic_orders'],
    ['broken rules', () => gateway.acme.post('/v1/diagnostic_orders', {}), 422, '/v1/diagnostic_orders'],
    [
      'not implemented',
      () => gateway.acme.post(`/v1/diagnostic_orders/${records.diagnostic_orders}/gdpr-erasure`),
      501,
      '/v1/diagnostic_orders/RECORD',
    ],
  ])('records a refusal: %s', async (_, ask, status, record) => {
    const events = await recordedBy(gateway, ask);
    expect(events.map((event) => [event.status, event.outcome, event.records])).toEqual([
      [status, status < 500 ? 'refused' : 'failed', [record.replace('RECORD', records.diagnostic_orders)]],
    ]);
    expect(JSON.stringify(events)).not.toContain('Mustermann');
  });

  it('records the limit of the rate', async () => {
    const limited = await gateway.clientWith({ rateLimit: { quota: 1, windowSeconds: 60, burst: 1 } });
    const events = await recordedBy(gateway, async () => {
      await limited.get('/sck/v1/kits?itemsPerPage=1');
      await limited.get('/sck/v1/kits?itemsPerPage=1');
    });
    expect(events.map(({ status }) => status)).toEqual([200, 429]);
  });

  it('records a repetition as a reading of the stored answer', async () => {
    const order = () => gateway.acme.post('/v1/diagnostic_orders', orderBody(), { 'Idempotency-Key': 'once' });
    let id = '';
    const events = await recordedBy(gateway, async () => {
      id = (await order()).body.id;
      await order();
    });
    expect(events.map(({ action, status, records: seen }) => [action, status, seen])).toEqual([
      ['create', 201, [`/v1/diagnostic_orders/${id}`]],
      ['read', 201, [`/v1/diagnostic_orders/${id}`]],
    ]);
  });

  it('records each entry of a batch, with what became of it', async () => {
    const entries = [
      draftEntry('r5'),
      draftEntry('r5', { status: 'begun' }),
      getEntry(`Observation/${records.Observation}`),
      getEntry(`Observation?_id=${records.Observation}`),
      { request: { method: 'DELETE', url: `ServiceRequest/${records.ServiceRequest}` } },
    ];
    let made = '';
    const events = await recordedBy(gateway, async () => {
      const { body } = await gateway.acme.post('/fhir/r5', bundleOf('batch', ...entries), restHeaders);
      made = body.entry[0].response.location.replace(/\/_history.*/, '');
    });
    expect(events.map(({ action, status, scope, records: seen }) => [action, status, scope, seen])).toEqual([
      ['create', 201, 'fhir:write', [`/fhir/r5/${made}`]],
      ['create', 400, 'fhir:write', ['/fhir/r5/ServiceRequest']],
      ['read', 200, 'fhir:read', [`/fhir/r5/Observation/${records.Observation}`]],
      ['search', 200, 'fhir:read', [`/fhir/r5/Observation/${records.Observation}`]],
      ['execute', 422, 'fhir:read', ['/fhir/r5']],
    ]);
    expect(new Set(events.map(({ operation }) => operation))).toEqual(new Set(['processR5Bundle']));
  });

  it('records a transaction as one', async () => {
    const bundle = bundleOf('transaction', draftEntry('r4b'), getEntry(`Observation/${records.Observation}`));
    let made = '';
    const events = await recordedBy(gateway, async () => {
      const { body } = await gateway.acme.post('/fhir/r4b', bundle, restHeaders);
      made = body.entry[0].response.location.replace(/\/_history.*/, '');
    });
    expect(events.map(({ action, status, scope, records: seen }) => [action, status, scope, seen])).toEqual([
      ['execute', 200, 'fhir:write', [`/fhir/r4b/${made}`, `/fhir/r4b/Observation/${records.Observation}`]],
    ]);
  });

  it('keeps no personal data', async () => {
    await gateway.operator.post('/lab/v1/test_results', {
      diagnosticTest: records.diagnostic_tests,
      observations: [],
      documents: [documentBody('x')],
    });
    const text = JSON.stringify(await recorded(gateway));
    for (const word of ['Erika', 'Mustermann', 'example.org', 'SP-2', 'report.pdf']) expect(text).not.toContain(word);
  });

  it('is not slowed by products, which it leaves out', async () => {
    await putProduct(gateway.operator, 'another');
    expect(await recordedBy(gateway, () => gateway.acme.get('/v1/diagnostic_products/another'))).toEqual([]);
  });
});
