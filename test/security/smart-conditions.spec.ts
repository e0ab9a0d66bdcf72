import { bundleOf, draftEntry } from '../support/bundles';
import { releasePaths } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { makeRecords, type Records } from '../support/records';
import { SmartTestClient } from '../support/smart-client';
import type { TestAnswer, TestClient } from '../support/test-client';

describe.each(releasePaths)('clients of %s with SMART scopes', (release) => {
  let gateway: TestGateway;
  let records: Records;
  let smart: SmartTestClient;
  const path = `/fhir/${release}/ServiceRequest`;

  beforeAll(async () => {
    gateway = await startGateway();
    records = await makeRecords(gateway);
    smart = new SmartTestClient(gateway, 'conditions');
    await smart.register();
  });

  afterAll(() => gateway.stop());

  const createUnless = (client: TestClient, condition: string): Promise<TestAnswer> =>
    client.post(path, draftEntry(release).resource, { 'If-None-Exist': condition });

  const inBundle = (client: TestClient, type: string, ifNoneExist: string): Promise<TestAnswer> =>
    client.post(`/fhir/${release}`, bundleOf(type, draftEntry(release, {}, { ifNoneExist })), { Prefer: 'return=representation' });

  const missing = (scope: string) => ({
    severity: 'error',
    code: 'forbidden',
    details: { text: expect.stringContaining(scope) },
    diagnostics: expect.any(String),
  });

  it.each([
    ['ServiceRequest.cr', '_id=ID', 'system/ServiceRequest.s'],
    ['ServiceRequest.crs', 'patient.family=Mustermann&_id=ID', 'system/Patient.s'],
    ['ServiceRequest.crs', 'patient.family=Nobody', 'system/Patient.s'],
  ])('learn nothing by a condition: %s with %s', async (scope, condition, wanted) => {
    const client = await smart.loggedIn(`system/${scope}`);
    const filled = condition.replace('ID', records.ServiceRequest);
    const [{ count: before }] = await gateway.dataSource.query('SELECT count(*)::int AS count FROM service_requests');
    const answer = await createUnless(client, filled);
    expect([answer.status, answer.body.issue]).toEqual([403, [missing(wanted)]]);
    // Bundles are read: that needs a right to read something.
    const transaction = await inBundle(client, 'transaction', filled);
    expect([transaction.status, transaction.body.issue]).toEqual([403, [{ ...missing(wanted), expression: ['Bundle.entry[0]'] }]]);
    const batch = await inBundle(client, 'batch', filled);
    expect(batch.body.entry.map(({ response }: any) => response.status)).toEqual(['403 Forbidden']);
    const [{ count: after }] = await gateway.dataSource.query('SELECT count(*)::int AS count FROM service_requests');
    expect(after).toBe(before);
  });

  it('are told of what a condition finds as far as they may read', async () => {
    const condition = `_id=${records.ServiceRequest}`;
    const finder = await smart.loggedIn('system/ServiceRequest.cs');
    const found = await createUnless(finder, condition);
    expect([found.status, found.text, found.headers['location']]).toEqual([
      200,
      '',
      expect.stringContaining(`${path}/${records.ServiceRequest}/_history/`),
    ]);
    const entry = (await inBundle(finder, 'batch', condition)).body.entry[0];
    expect([entry.response.status, entry.resource]).toEqual(['200 OK', undefined]);
    const reader = await smart.loggedIn('system/ServiceRequest.crs');
    const read = (await gateway.acme.get(`${path}/${records.ServiceRequest}`)).body;
    expect((await createUnless(reader, condition)).body).toEqual(read);
    expect((await inBundle(reader, 'batch', condition)).body.entry[0].resource).toEqual(read);
  });

  it('change without being shown what they may not read', async () => {
    const patch = [{ op: 'add', path: '/priority', value: 'urgent' }];
    const headers = { 'Content-Type': 'application/json-patch+json' };
    const id = (await gateway.acme.post(path, draftEntry(release).resource)).body.id;
    const blind = await (await smart.loggedIn('system/ServiceRequest.u')).send('PATCH', `${path}/${id}`, patch, headers);
    expect([blind.status, blind.text, blind.headers['etag']]).toEqual([200, '', 'W/"2"']);
    const seeing = await (await smart.loggedIn('system/ServiceRequest.ru')).send('PATCH', `${path}/${id}`, patch, headers);
    expect([seeing.status, seeing.body.priority]).toEqual([200, 'urgent']);
    const created = await (await smart.loggedIn('system/ServiceRequest.c')).post(path, draftEntry(release).resource);
    expect([created.status, created.body.status]).toEqual([201, 'draft']);
  });
});
