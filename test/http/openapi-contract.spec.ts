import { activationBody, observationBody, orderBody, resultBody } from '../support/factories';
import { checksBodyFirst, isStandardFhir, pathOf, readsNothing, typeOf } from '../support/documented-operations';
import { type DocumentedOperation, OpenApiContract } from '../support/openapi-contract';
import { nowhere } from '../support/patterns';
import { auditPaths, documentBody, kitOrderBody, makeRecords, type Records } from '../support/records';
import { releasePaths } from '../support/fhir-requests';
import { succeedInFhir } from '../support/fhir-successes';
import { startGateway, type TestGateway } from '../support/gateway';
import { succeedInHl7 } from '../support/hl7-successes';
import { formHeaders, SmartTestClient } from '../support/smart-client';
import type { Headers, TestAnswer, TestClient } from '../support/test-client';

/** Holds real answers of every operation against the OpenAPI document. */
describe('the OpenAPI document', () => {
  let gateway: TestGateway;
  let contract: OpenApiContract;
  let records: Records;
  let slow: TestClient;
  let addresses = 0;
  const breaches: string[] = [];

  async function send(client: TestClient, method: string, path: string, body?: unknown, headers: Headers = {}): Promise<TestAnswer> {
    addresses += 1;
    const answer = await client.send(method, path, body, { 'X-Forwarded-For': `2001:db8::${addresses.toString(16)}`, ...headers });
    breaches.push(...contract.breachesOf(method, path, answer));
    return answer;
  }

  const clientFor = ({ path }: DocumentedOperation): TestClient =>
    /^\/(admin|lab|fulfilment)\//.test(path) ? gateway.operator : gateway.acme;

  beforeAll(async () => {
    gateway = await startGateway({ trustedProxies: 'loopback' });
    records = await makeRecords(gateway);
    contract = new OpenApiContract(JSON.parse((await gateway.nobody.get('/openapi.json')).text));
    slow = await gateway.clientWith({ rateLimit: { quota: 1, windowSeconds: 3600, burst: 1 } });
    await slow.get('/v1/diagnostic_orders');
  });

  afterEach(() => {
    expect(breaches.splice(0)).toEqual([]);
  });

  afterAll(() => gateway.stop());

  it('holds for the successes of the partner interface', async () => {
    const { acme } = gateway;
    const {
      diagnostic_orders: order,
      diagnostic_tests: test,
      test_results: result,
      observations,
      documents,
      diagnostic_products: product,
    } = records;
    const tracking = { provider: 'CARRIER_A', trackingCode: 'T 1', shipmentStatus: 'in_transit' };
    const insurance = { countryCode: 'DE', provider: null, healthInsuranceTypeDE: 'PKV', subscriberIdentifier: 'A123456780' };
    await send(
      acme,
      'POST',
      '/v1/diagnostic_orders',
      orderBody({ metadata: { a: 'b', c: 1.5, d: true, e: 12345678901234567890n.toString() } }),
    );
    await send(acme, 'POST', `/v1/diagnostic_orders/${order}/shipment_tracking`, { provider: 'OTHER' });
    await send(acme, 'POST', `/v1/diagnostic_orders/${order}/shipment_tracking`, tracking);
    await send(acme, 'POST', `/v1/diagnostic_tests/${test}/shipment_tracking`, tracking);
    await send(acme, 'POST', `/v1/diagnostic_tests/${test}/specimens`, { specimenCode: 'SP-2' });
    await send(
      acme,
      'POST',
      `/v1/diagnostic_tests/${test}/activate`,
      activationBody({ menstrualPhaseAtCollection: 'luteal', healthInsuranceDetails: insurance }),
    );
    await send(acme, 'POST', `/v1/diagnostic_orders/${order}/gdpr-erasure`);
    for (const collection of ['diagnostic_orders', 'diagnostic_tests', 'test_results', 'observations', 'diagnostic_products']) {
      for (const query of ['', '?page=2', '?cursor=&itemsPerPage=1']) await send(acme, 'GET', `/v1/${collection}${query}`);
    }
    for (const path of [
      `diagnostic_orders/${order}`,
      `diagnostic_tests/${test}`,
      `test_results/${result}`,
      `observations/${observations}`,
    ]) {
      await send(acme, 'GET', `/v1/${path}`);
    }
    await send(acme, 'GET', `/v1/diagnostic_products/${product}`, undefined, { 'Accept-Language': 'fr' });
    const download = `/v1/documents/${documents}/download`;
    const { headers } = await send(acme, 'GET', download);
    await send(acme, 'GET', download, undefined, { Range: 'bytes=0-1' });
    await send(acme, 'GET', download, undefined, { Range: 'bytes=900-' });
    await send(acme, 'GET', download, undefined, { 'If-None-Match': headers['etag']! });
    await send(acme, 'POST', '/sck/v1/orders', kitOrderBody());
    for (const collection of ['orders', 'kits', 'products'] as const) {
      await send(acme, 'GET', `/sck/v1/${collection}`);
      await send(acme, 'GET', `/sck/v1/${collection}/${records[collection]}`);
    }
  });

  it.each(releasePaths)('holds for the successes of FHIR on the paths of %s', async (release) => {
    await succeedInFhir((...request) => send(gateway.acme, ...request), release, records);
  });

  it('holds for the successes of the operating side', async () => {
    const { operator, acme } = gateway;
    const { diagnostic_orders: order, diagnostic_tests: test, test_results: result } = records;
    await send(operator, 'POST', '/lab/v1/intakes', { specimenCode: `SP-${order}` });
    const referenceRange = {
      intervals: [
        { label: 'normal', lower: { operator: '>=', value: 0.5 }, upper: null },
        { label: 'high', upper: { operator: '<', value: null } },
      ],
    };
    const delivery = resultBody({
      diagnosticTest: test,
      externalId: 'X-1',
      labNotes: ['a note'],
      observations: [observationBody({ referenceRange, value: '<0.5', labNotes: [] }), { loincNum: '1-8' }],
      documents: [documentBody('x', { originalFileName: 'Befund Müller.pdf' })],
    });
    expect((await send(operator, 'POST', '/lab/v1/test_results', delivery)).status).toBe(201);
    expect((await send(operator, 'POST', '/lab/v1/test_results', delivery)).status).toBe(200);
    const form = new FormData();
    form.append('file', new Blob(['%PDF'], { type: 'application/pdf' }), 'second.pdf');
    await send(operator, 'POST', `/lab/v1/test_results/${result}/documents`, form);
    await succeedInHl7((...request) => send(operator, ...request), records);
    await send(operator, 'POST', `/fulfilment/v1/diagnostic_orders/${order}/ship`, {
      shipmentTracking: { provider: 'CARRIER_B', trackingCode: 'T-9' },
    });
    const providerStatus = { terminalStatus: true, name: 'Delivered', value: 'delivered' };
    await send(operator, 'POST', '/fulfilment/v1/carrier_events', { trackingCode: 'T-9', providerStatus, shipmentStatus: 'delivered' });
    await send(acme, 'GET', `/v1/diagnostic_orders/${order}`);
    const kits = [{ kit: records.kits, kitCode: 'KIT-1' }];
    await send(operator, 'POST', `/fulfilment/v1/sck_orders/${records.orders}/fulfil`, { kits, shipmentTracking: { provider: 'OTHER' } });
    const { body: second } = await send(acme, 'POST', '/sck/v1/orders', kitOrderBody());
    await send(operator, 'POST', `/fulfilment/v1/sck_orders/${second.id}/cancel`);
    expect((await send(operator, 'POST', `/fulfilment/v1/sck_orders/${second.id}/cancel`)).status).toBe(409);
    for (const name of ['One', 'Two']) {
      await send(operator, 'PUT', '/admin/v1/partners/contract', { name });
      await send(operator, 'PUT', '/admin/v1/diagnostic_products/contract', { name: { en: name } });
      await send(operator, 'PUT', '/admin/v1/sck_products/contract', { name: { en: name } });
    }
    const expiresAt = '2030-01-01T00:00:00Z';
    const { body: token } = await send(operator, 'POST', '/admin/v1/tokens', {
      partner: 'acme',
      name: 'x',
      scopes: ['orders:read'],
      expiresAt,
    });
    await send(operator, 'POST', '/admin/v1/tokens', { laboratory: 'north', name: 'x', scopes: ['lab:write'] });
    await send(operator, 'DELETE', `/admin/v1/tokens/${token.id}`);
    for (const path of ['/admin/v1/tokens', ...auditPaths(records.AuditEvent)]) await send(operator, 'GET', path);
  });

  it('holds for clients that get their tokens by themselves', async () => {
    const client = new SmartTestClient(gateway, 'contract');
    const path = '/admin/v1/clients/contract';
    for (const scope of ['system/*.rs', 'system/*.read']) {
      await send(gateway.operator, 'PUT', path, await client.registration({ scopes: [scope] }));
    }
    await send(gateway.operator, 'GET', '/admin/v1/clients');
    for (const changes of [{}, { scope: 'openid' }, { client_assertion: 'x.y.z' }] as Record<string, string>[]) {
      await send(gateway.nobody, 'POST', '/auth/token', await client.form(changes), formHeaders);
    }
    await send(gateway.operator, 'DELETE', path);
  });

  it('holds for what needs no token', async () => {
    for (const one of contract.operations.filter(({ operation }) => operation.security.length === 0)) {
      await send(gateway.nobody, one.method, pathOf(one, nowhere));
      await send(gateway.nobody, one.method, `${pathOf(one, nowhere)}?unknown=1`, undefined, { Prefer: 'handling=strict' });
    }
    for (const path of ['/contexts/x', '/errors/1', '/validation_errors/x', '/docs/x']) await send(gateway.nobody, 'GET', path);
    await send(gateway.nobody, 'GET', '/metrics', undefined, { Accept: 'image/png' });
  });

  it('holds for the refusals of every operation', async () => {
    const poor = {
      partner: await gateway.clientWith({ scopes: ['fhir:write'] }),
      ehr: await gateway.clientWith({ scopes: ['orders:write'] }),
      operator: await gateway.clientWith({ partner: null, scopes: [] }),
    };
    const poorFor = (one: DocumentedOperation): TestClient =>
      one.path.startsWith('/fhir/') ? poor.ehr : clientFor(one) === gateway.acme ? poor.partner : poor.operator;
    for (const one of contract.operations.filter(({ operation }) => operation.security.length > 0)) {
      const client = clientFor(one);
      const path = pathOf(one, nowhere);
      const send1 = (by: TestClient, headers: Headers = {}, to = path) => send(by, one.method, to, undefined, headers);
      expect((await send1(gateway.nobody)).status).toBe(401);
      expect((await send1(poorFor(one))).status).toBe(403);
      expect((await send1(slow)).status).toBe(429);
      expect((await send1(client, { Prefer: 'handling=strict' }, `${path}?unknown=1`)).status).toBe(400);
      if (!isStandardFhir(one)) expect((await send1(client, {}, `${path}?unknown=1`)).status).toBe(400);
      expect([406, 404]).toContain((await send1(client, { Accept: 'model/obj' })).status);
      if (one.path.includes('{id}') && !readsNothing(one) && !checksBodyFirst(one)) expect((await send1(client)).status).toBe(404);
      if (one.method === 'POST') expect((await send1(client, { 'Idempotency-Key': 'a b' })).status).toBe(400);
    }
  });

  it('holds for bad bodies of every operation that takes one', async () => {
    const ids: Readonly<Record<string, string>> = { ...records };
    // Any text is a form: what a search does not know in it, it passes over.
    const takesBody = ({ path, operation }: DocumentedOperation) => operation.requestBody !== undefined && !path.endsWith('/_search');
    for (const one of contract.operations.filter(takesBody)) {
      const collection = /([A-Za-z_]+)\/\{id\}/.exec(one.path)?.[1] ?? '';
      const path = pathOf(one, ids[collection] ?? nowhere);
      const post = (body: unknown, headers: Headers = {}) =>
        send(clientFor(one), one.method, path, body, { 'Content-Type': typeOf(one), ...headers });
      const isForm = !typeOf(one).endsWith('json');
      expect([400, 415]).toContain((await post('{')).status);
      expect((await post('a=b', { 'Content-Type': 'text/html' })).status).toBe(415);
      expect(one.method === 'PATCH' ? [200] : [400, 415]).toContain((await post([])).status);
      if (!isForm) expect([200, 201, 400, 422]).toContain((await post({})).status);
      if (!isForm)
        expect([200, 201, 400, 422]).toContain((await post({ name: '', scopes: ['x'], provider: 'x', specimenCode: '' })).status);
      if (one.method === 'POST' && one.operation.security.length > 0) {
        await post('{', { 'Idempotency-Key': 'contract' });
        expect((await post('{"a":', { 'Idempotency-Key': 'contract' })).status).toBe(422);
      }
    }
    expect((await send(gateway.acme, 'POST', '/v1/diagnostic_orders', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  it('was held against a success and a problem of every operation', () => {
    const isSuccess = (status: number, { operation }: DocumentedOperation): boolean =>
      status < 300 || (status === 501 && operation.operationId === 'eraseDiagnosticOrder');
    expect(contract.unseen(isSuccess)).toEqual([]);
    expect(contract.unseen((status) => status >= 400)).toEqual([]);
  });

  it('is held to: a member, a status, a type or a header that it does not name is a breach', async () => {
    const path = `/v1/diagnostic_orders/${records.diagnostic_orders}`;
    const answer = await gateway.acme.get(path);
    const breachesOf = (changes: Partial<TestAnswer>) => contract.breachesOf('GET', path, { ...answer, ...changes });
    expect(breachesOf({})).toEqual([]);
    expect(breachesOf({ text: answer.text.replace('{', '{"extra":1,') })).toEqual([expect.stringContaining('additional properties')]);
    expect(breachesOf({ text: answer.text.replace('"id"', '"uid"') })).not.toEqual([]);
    expect(breachesOf({ text: answer.text.replace(/\.\d{3}Z/, 'Z') })).not.toEqual([]);
    expect(breachesOf({ status: 418 })).not.toEqual([]);
    expect(breachesOf({ headers: { ...answer.headers, 'content-type': 'text/html' } })).not.toEqual([]);
    expect(breachesOf({ headers: { 'content-type': 'application/json' } })).toHaveLength(2);
    expect(contract.breachesOf('PATCH', path, answer)).not.toEqual([]);
  });

  it('holds without the database', async () => {
    await gateway.loseDatabase();
    for (const path of ['/health/ready', '/v1/diagnostic_orders', `/v1/test_results/${nowhere}`]) {
      expect((await send(gateway.acme, 'GET', path)).status).toBe(503);
    }
  });
});
