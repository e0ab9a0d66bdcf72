import { ClientStorage, MedplumClient, MemoryStorage, OperationOutcomeError } from '@medplum/core';
import { type ClientScene, conditionOf, draftOf, openScene, orderOf, requestSystem, transactionOf } from '../support/client-scene';
import { releasePaths } from '../support/fhir-requests';
import { startGateway } from '../support/gateway';

describe.each(releasePaths)('MedplumClient with %s', (release) => {
  let scene: ClientScene;
  let client: MedplumClient;
  /** What it sent: method and address of each request. */
  const sent: { method: string; url: string; headers: Headers }[] = [];

  const draft = (number: string, overrides = {}) => draftOf(release, number, overrides);

  const clientWith = (options: { readonly autoBatchTime?: number } = {}): MedplumClient =>
    new MedplumClient({
      baseUrl: scene.gateway.url,
      fhirUrlPath: `fhir/${release}`,
      accessToken: scene.token,
      storage: new ClientStorage(new MemoryStorage()),
      cacheTime: 0,
      fetch: (url: string, init: RequestInit) => {
        sent.push({ method: init.method ?? 'GET', url, headers: new Headers(init.headers) });
        return fetch(url, init);
      },
      ...options,
    });

  /** The outcome with which a call fails. */
  const failure = async (call: PromiseLike<unknown>): Promise<any> => {
    const error = await Promise.resolve(call).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperationOutcomeError);
    return (error as OperationOutcomeError).outcome.issue[0];
  };

  beforeAll(async () => {
    scene = await openScene();
    client = clientWith();
  });

  afterAll(() => scene.gateway.stop());

  it('reads what the server can do', async () => {
    expect(await client.get(client.fhirUrl('metadata'))).toMatchObject({ resourceType: 'CapabilityStatement' });
    expect(sent.at(-1)!.headers.get('accept')).toBe('application/fhir+json, */*; q=0.1');
    expect(sent.at(-1)!.headers.has('x-medplum')).toBe(true);
  });

  it('creates, reads, updates, patches, and reads every version', async () => {
    const created: any = await client.createResource(draft('M-1'));
    const { id } = created;
    const read: any = await client.readResource('ServiceRequest', id);
    expect(read).toEqual({ ...draft('M-1'), id, meta: read.meta });
    const headers = { 'If-Match': 'W/"1"' };
    const updated: any = await client.updateResource({ ...read, priority: 'urgent' }, { headers });
    expect([updated.priority, updated.meta.versionId]).toEqual(['urgent', '2']);
    expect(await failure(client.updateResource({ ...read, priority: 'stat' }, { headers }))).toMatchObject({ code: 'conflict' });
    const patched: any = await client.patchResource('ServiceRequest', id, [{ op: 'replace', path: '/priority', value: 'asap' }]);
    expect([patched.priority, patched.meta.versionId]).toEqual(['asap', '3']);
    expect(await client.readVersion('ServiceRequest', id, '2')).toMatchObject({ priority: 'urgent' });
    const history: any = await client.readHistory('ServiceRequest', id);
    expect(history.entry.map(({ resource }: any) => resource.meta.versionId)).toEqual(['3', '2', '1']);
  });

  it('leaves a resource alone that has not changed', async () => {
    const created: any = await client.createResource(draft('M-same'));
    const read: any = await client.readResource('ServiceRequest', created.id);
    expect(await client.updateResource(read)).toMatchObject({ id: created.id, meta: { versionId: '1' } });
  });

  it('creates once under a condition', async () => {
    const first = await client.createResourceIfNoneExist(draft('M-once'), conditionOf('M-once'));
    const again = await client.createResourceIfNoneExist(draft('M-once'), conditionOf('M-once'));
    expect(again.id).toBe(first.id);
  });

  it('is told what is wrong', async () => {
    expect(await failure(client.createResource(draft('M-bad', { status: 'begun' })))).toMatchObject({
      severity: 'error',
      code: 'code-invalid',
      expression: ['ServiceRequest.status'],
    });
    expect(await failure(client.readResource('ServiceRequest', '999999'))).toMatchObject({ code: 'not-found' });
    expect(await failure(client.deleteResource('ServiceRequest', '1'))).toMatchObject({ code: 'not-supported' });
    expect(await failure(client.upsertResource(draft('M-upsert'), conditionOf('M-upsert')))).toMatchObject({ code: 'not-supported' });
  });

  it('pages through a search to the end, whatever it appends to a link', async () => {
    const ids: string[] = [];
    const requisition = { system: requestSystem, value: 'M-pages' };
    for (let index = 0; index < 7; index += 1) ids.push((await client.createResource(draft(`M-page-${index}`, { requisition }))).id);
    const query = { requisition: `${requestSystem}|M-pages`, _count: '3', _sort: '_id' };
    const pages: string[][] = [];
    for await (const page of client.searchResourcePages('ServiceRequest', query)) pages.push(page.map(({ id }) => id));
    expect(pages.flat().sort()).toEqual([...ids].sort());
    expect(pages[0]).toHaveLength(3);
    const { bundle } = await client.searchResources('ServiceRequest', query);
    const next = bundle.link!.find(({ relation }: { relation?: string }) => relation === 'next')!.url;
    const rest: any = await client.get(`${next}&_count=1000`);
    expect(rest.entry.map(({ resource }: any) => resource.id)).toEqual(pages.flat().slice(3));
    expect(await client.searchOne('ServiceRequest', { _id: ids[0]! })).toMatchObject({ id: ids[0] });
  });

  it('places an order, and reads what the result refers to', async () => {
    const order: any = await client.createResource(orderOf(release, 'M-order'), { headers: { Prefer: 'handling=strict' } });
    const reportId = await scene.bringResult(order.id);
    const report: any = await client.readResource('DiagnosticReport', reportId);
    const results: any[] = await Promise.all(report.result.map((reference: any) => client.readReference(reference)));
    expect(results.map(({ code }) => code.coding[0].code)).toEqual(['13457-7', '2085-9']);
    expect(await client.readReference(report.basedOn[0])).toMatchObject({ id: order.id, status: 'completed' });
    expect(await client.readReference(report.subject)).toMatchObject({ resourceType: 'Patient', birthDate: '1984-02-29' });
    expect(await client.readReference(report.specimen[0])).toMatchObject({ resourceType: 'Specimen' });
    const found = await client.searchResources('Observation', `based-on=ServiceRequest/${order.id}&code=http://loinc.org|2085-9`);
    expect(found.map(({ valueQuantity }) => valueQuantity!.value)).toEqual([1.4]);
  });

  it('sends transactions and batches', async () => {
    const made: any = await client.executeBatch(transactionOf(release, 'M-bundle'));
    const [patient, first, second] = made.entry.map(({ response }: any) => response.location.split('/_history')[0]);
    const request: any = await client.readReference({ reference: second });
    expect(request.replaces).toEqual([{ reference: first }]);
    const entry = [patient, 'Patient/nobody'].map((url) => ({ request: { method: 'GET' as const, url } }));
    const batch: any = await client.executeBatch({ resourceType: 'Bundle', type: 'batch', entry });
    expect(batch.entry.map(({ response }: any) => response.status)).toEqual(['200 OK', '404 Not Found']);
  });

  it('reads what it asks for at the same moment by one batch', async () => {
    const drafts = await Promise.all(['a', 'b', 'c'].map((letter) => client.createResource(draft(`M-batch-${letter}`))));
    const batching = clientWith({ autoBatchTime: 50 });
    sent.length = 0;
    const [first, second, missing, found] = await Promise.all([
      batching.readResource('ServiceRequest', drafts[0]!.id),
      batching.readResource('ServiceRequest', drafts[1]!.id),
      failure(batching.readResource('ServiceRequest', '999999')),
      batching.searchResources('ServiceRequest', conditionOf('M-batch-c')),
    ]);
    expect([first.id, second.id, missing.code, found.map(({ id }: { id?: string }) => id)]).toEqual([
      drafts[0]!.id,
      drafts[1]!.id,
      'not-found',
      [drafts[2]!.id],
    ]);
    expect(sent.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([scene.baseOf(release)]);
  });

  it('has resources checked', async () => {
    expect((await client.validateResource(draft('M-valid'))).issue).toHaveLength(1);
    const patient = { resourceType: 'Patient' as const, birthDate: '1984-02-30' };
    expect((await client.validateResource(patient)).issue[0]).toMatchObject({ expression: ['Patient.birthDate'] });
  });
});

describe('MedplumClient in a browser of another origin', () => {
  it('may send its own header', async () => {
    const gateway = await startGateway({ corsOrigins: ['https://ehr.example'] });
    try {
      const { headers, status } = await gateway.nobody.send('OPTIONS', '/fhir/r5/ServiceRequest', undefined, {
        Origin: 'https://ehr.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,if-none-exist,x-medplum',
      });
      expect([status, headers['access-control-allow-headers']?.toLowerCase()]).toEqual([204, expect.stringContaining('x-medplum')]);
    } finally {
      await gateway.stop();
    }
  });
});
