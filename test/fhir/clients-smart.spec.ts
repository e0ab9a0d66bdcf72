import FHIR from 'fhirclient';
import { type ClientScene, conditionOf, draftOf, openScene, orderOf, requestSystem, transactionOf } from '../support/client-scene';
import { releasePaths } from '../support/fhir-requests';
import { SmartTestClient } from '../support/smart-client';

/** What a program keeps of a login between its requests; ours do not log in by a browser. */
const noStorage = {
  get: () => Promise.resolve(),
  set: <T>(_: string, value: T) => Promise.resolve(value),
  unset: () => Promise.resolve(true),
};

const clientFor = (serverUrl: string, token: string) => {
  const request = { headers: {}, socket: {}, url: '/' } as never;
  return FHIR(request, {} as never, noStorage).client({ serverUrl, tokenResponse: { access_token: token } });
};

describe.each(releasePaths)('fhirclient with %s', (release) => {
  let scene: ClientScene;
  let client: ReturnType<typeof clientFor>;

  const draft = (number: string, overrides = {}) => draftOf(release, number, overrides);
  const create = (body: any, headers: Record<string, string> = {}): Promise<any> => client.create(body, { headers, includeResponse: true });

  /** The status with which a call fails, and what its error tells of the outcome. */
  const failure = async (call: Promise<unknown>): Promise<readonly [number, string]> => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason as any,
    );
    return [error.status, error.message];
  };

  beforeAll(async () => {
    scene = await openScene();
    client = clientFor(scene.baseOf(release), scene.token);
  });

  afterAll(() => scene.gateway.stop());

  it('reads what the server can do', async () => {
    expect(await client.request('metadata')).toMatchObject({ resourceType: 'CapabilityStatement' });
    expect(await client.getFhirVersion()).toBe({ r4b: '4.3.0', r5: '5.0.0' }[release]);
  });

  it('creates, reads, updates, patches, and reads every version', async () => {
    const { body: created, response } = await create(draft('S-1'));
    const address = `ServiceRequest/${created.id}`;
    expect([response.status, response.headers.get('location')]).toEqual([201, `${scene.baseOf(release)}/${address}/_history/1`]);
    const read = await client.request(address);
    expect(read).toEqual({ ...draft('S-1'), id: created.id, meta: read.meta });
    const headers = { 'If-Match': 'W/"1"' };
    expect(await client.update({ ...read, priority: 'urgent' }, { headers })).toMatchObject({
      priority: 'urgent',
      meta: { versionId: '2' },
    });
    expect((await failure(client.update({ ...read, priority: 'stat' }, { headers })))[0]).toBe(412);
    const patched = await client.patch(address, [{ op: 'replace', path: '/priority', value: 'asap' }]);
    expect(patched).toMatchObject({ resourceType: 'ServiceRequest', priority: 'asap', meta: { versionId: '3' } });
    expect((await client.request(`${address}/_history/1`)).priority).toBeUndefined();
    const history = await client.request(`${address}/_history`);
    expect(history.entry.map(({ resource }: any) => resource.meta.versionId)).toEqual(['3', '2', '1']);
  });

  it('creates once under a condition', async () => {
    const headers = { 'If-None-Exist': conditionOf('S-once') };
    const [first, again] = [await create(draft('S-once'), headers), await create(draft('S-once'), headers)];
    expect([first.response.status, again.response.status, again.body.id]).toEqual([201, 200, first.body.id]);
  });

  it('is told what is wrong', async () => {
    const [status, message] = await failure(client.create(draft('S-bad', { status: 'begun' })));
    expect([status, message]).toEqual([400, expect.stringContaining('The code is not in the required value set')]);
    expect((await failure(client.request('ServiceRequest/999999')))[0]).toBe(404);
    expect((await failure(client.request('Account/1')))[0]).toBe(404);
    expect((await failure(client.delete('ServiceRequest/1')))[0]).toBe(405);
  });

  it('pages through a search to the end, in each of its ways', async () => {
    const ids: string[] = [];
    const requisition = { system: requestSystem, value: 'S-pages' };
    for (let index = 0; index < 7; index += 1) ids.push((await create(draft(`S-page-${index}`, { requisition }))).body.id);
    const url = `ServiceRequest?requisition=${encodeURIComponent(`${requestSystem}|S-pages`)}&_count=3&_sort=_id`;
    const flat: any[] = await client.request(url, { pageLimit: 0, flat: true });
    expect(flat.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const pages: any[] = await client.request(url, { pageLimit: 0 });
    expect(pages.map(({ entry }) => entry.length)).toEqual([3, 3, 1]);
    const seen: string[] = [];
    for await (const resource of client.resources(url)) seen.push(resource.id);
    expect(seen).toEqual(flat.map(({ id }) => id));
    expect((await client.request(url, { pageLimit: 2 })).length).toBe(2);
  });

  it('places an order, and resolves the references of its result', async () => {
    const { body: order, response } = await create(orderOf(release, 'S-order'), { Prefer: 'handling=strict' });
    expect([response.status, response.headers.get('x-order-placement')]).toEqual([201, 'placed']);
    const reportId = await scene.bringResult(order.id);
    const paths = ['result', 'basedOn.0', 'subject', 'specimen.0'];
    const report = await client.request(`DiagnosticReport/${reportId}`, { resolveReferences: paths });
    expect(report.result.map(({ code }: any) => code.coding[0].code)).toEqual(['13457-7', '2085-9']);
    expect([report.basedOn[0].id, report.basedOn[0].status]).toEqual([order.id, 'completed']);
    expect([report.subject.birthDate, report.specimen[0].resourceType]).toEqual(['1984-02-29', 'Specimen']);
    const plain = await client.request(`DiagnosticReport/${reportId}`);
    expect(Object.keys(await client.getReferences(plain, ['result', 'subject']))).toHaveLength(3);
    const observations = await client.request(`Observation?based-on=${order.id}`, { flat: true });
    expect(observations.map(({ valueQuantity }: any) => valueQuantity.value)).toEqual([2.6, 1.4]);
  });

  it('sends transactions and batches', async () => {
    const send = (body: object): Promise<any> =>
      client.request({ url: '', method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    const made = await send(transactionOf(release, 'S-bundle'));
    const [patient, first, second] = made.entry.map(({ response }: any) => response.location.split('/_history')[0]);
    expect((await client.request(second)).replaces).toEqual([{ reference: first }]);
    const entry = [patient, 'Patient/nobody'].map((url) => ({ request: { method: 'GET', url } }));
    const batch = await send({ resourceType: 'Bundle', type: 'batch', entry });
    expect(batch.entry.map(({ response }: any) => response.status)).toEqual(['200 OK', '404 Not Found']);
  });

  it('has resources checked', async () => {
    const validate = (resource: any): Promise<any> =>
      client.request({
        url: `${resource.resourceType}/$validate`,
        method: 'POST',
        body: JSON.stringify(resource),
        headers: { 'content-type': 'application/json' },
      });
    expect((await validate(draft('S-valid'))).issue).toHaveLength(1);
    expect((await validate({ resourceType: 'Patient', birthDate: '1984-02-30' })).issue[0].expression).toEqual(['Patient.birthDate']);
  });

  it('works with a token that it gets by SMART Backend Services, within its scopes', async () => {
    const smart = new SmartTestClient(scene.gateway, `fhirclient-${release}`);
    await smart.register();
    const configuration = await (await fetch(`${scene.baseOf(release)}/.well-known/smart-configuration`)).json();
    expect(configuration).toMatchObject({ grant_types_supported: ['client_credentials'] });
    const { token_endpoint: audience } = configuration;
    const { status, body } = await smart.ask({
      scope: 'system/ServiceRequest.crs system/Patient.r',
      client_assertion: await smart.assertion({ aud: audience }),
    });
    expect([status, body.token_type]).toEqual([200, 'bearer']);
    const own = clientFor(scene.baseOf(release), body.access_token);
    const created: any = await own.create(orderOf(release, 'S-smart'));
    expect((await own.request(`ServiceRequest?${conditionOf('S-smart')}`, { flat: true })).map(({ id }: any) => id)).toEqual([created.id]);
    expect((await failure(own.update({ ...created, priority: 'stat' })))[0]).toBe(403);
    expect((await failure(own.request('Observation')))[0]).toBe(403);
  });
});
