import { bundleOf, draftEntry, getEntry } from '../support/bundles';
import { orderBody, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { makeRecords } from '../support/records';
import { SmartTestClient } from '../support/smart-client';
import type { Headers, TestAnswer, TestClient } from '../support/test-client';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Status, and whether it is the answer to an earlier request. */
const outcomeOf = ({ status, headers }: TestAnswer): readonly [number, boolean] => [status, headers['idempotent-replayed'] === 'true'];

const issueOf = ({ body }: TestAnswer): unknown => body.issue[0].details.text;

describe('an Idempotency-Key', () => {
  let gateway: TestGateway;
  let acme: TestClient;

  beforeAll(async () => {
    gateway = await startGateway();
    acme = gateway.acme;
    await makeRecords(gateway);
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  const search = (client: TestClient, query: string, key: string): Promise<TestAnswer> =>
    client.post(`/fhir/r5/Patient/_search${query}`, '', { ...form, 'Idempotency-Key': key });

  it.each([
    ['the same query', '?family=Mustermann', '?family=Mustermann', [200, true]],
    ['the same query, spelled otherwise', '?family=Muster%6dann', '?family=Mustermann', [200, true]],
    ['the same query with what is ignored', '?family=Mustermann', '?family=Mustermann&XDEBUG_SESSION=1', [200, true]],
    ['another value', '?family=Mustermann', '?family=Musterfrau', [422, false]],
    ['no query', '?family=Mustermann', '', [422, false]],
    ['a query where there was none', '', '?_count=1', [422, false]],
  ])('with %s', async (name, first, second, expected) => {
    expect(outcomeOf(await search(acme, first, name.replaceAll(' ', '-')))).toEqual([200, false]);
    const answer = await search(acme, second, name.replaceAll(' ', '-'));
    expect(outcomeOf(answer)).toEqual(expected);
    if (answer.status === 422) expect(issueOf(answer)).toBe('This Idempotency-Key was used with another request.');
  });

  it('with another condition is refused', async () => {
    const create = (headers: Headers): Promise<TestAnswer> =>
      acme.post('/fhir/r5/ServiceRequest', draftEntry('r5').resource, { ...headers, 'Idempotency-Key': 'condition' });
    const condition = { 'If-None-Exist': 'identifier=https://ehr.example|4711' };
    expect(outcomeOf(await create(condition))).toEqual([201, false]);
    expect(outcomeOf(await create(condition))).toEqual([201, true]);
    expect(outcomeOf(await create({}))).toEqual([422, false]);
    expect(outcomeOf(await create({ 'If-None-Exist': 'identifier=https://ehr.example|4712' }))).toEqual([422, false]);
  });

  it('tells a client with other SMART scopes nothing of what another got', async () => {
    const smart = new SmartTestClient(gateway, 'narrow');
    await smart.register();
    const [reader, creator] = [await smart.loggedIn('system/Specimen.rs'), await smart.loggedIn('system/Patient.c')];
    const batch = bundleOf('batch', getEntry('Patient?_count=1'));
    const key = { 'Idempotency-Key': 'of-acme' };
    expect(outcomeOf(await search(acme, '', 'of-acme'))).toEqual([200, false]);
    const refused = await search(reader, '', 'of-acme');
    expect([outcomeOf(refused), refused.text.includes('Mustermann')]).toEqual([[422, false], false]);
    await acme.post('/fhir/r5', batch, key);
    expect(outcomeOf(await reader.post('/fhir/r5', batch, key))).toEqual([422, false]);
    await acme.post('/fhir/r5/ServiceRequest', draftEntry('r5').resource, key);
    expect(outcomeOf(await creator.post('/fhir/r5/ServiceRequest', draftEntry('r5').resource, key))).toEqual([422, false]);
  });

  it('repeats to the next token of a client that asks for the same scopes', async () => {
    const smart = new SmartTestClient(gateway, 'renewing');
    await smart.register();
    const send = async (scope: string): Promise<TestAnswer> =>
      (await smart.loggedIn(scope)).post('/fhir/r5/ServiceRequest', draftEntry('r5').resource, { 'Idempotency-Key': 'renewed' });
    const first = await send('system/ServiceRequest.crus system/Patient.rs');
    expect(outcomeOf(first)).toEqual([201, false]);
    const second = await send('system/ServiceRequest.crus system/Patient.rs');
    expect([outcomeOf(second), second.text]).toEqual([[201, true], first.text]);
  });

  it('of another token of the partner repeats, whatever its scopes are named', async () => {
    const headers = { 'Idempotency-Key': 'two-tokens' };
    const first = await acme.post('/v1/diagnostic_orders', orderBody(), headers);
    const other = await gateway.clientWith({ scopes: ['orders:write'] });
    const second = await other.post('/v1/diagnostic_orders', orderBody(), headers);
    expect([outcomeOf(second), second.text]).toEqual([[201, true], first.text]);
  });
});
