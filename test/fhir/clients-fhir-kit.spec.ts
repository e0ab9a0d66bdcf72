import { CapabilityTool, Client } from 'fhir-kit-client';
import { type ClientScene, conditionOf, draftOf, openScene, orderOf, requestSystem, transactionOf } from '../support/client-scene';
import { releasePaths } from '../support/fhir-requests';

const versions = { r4b: '4.3.0', r5: '5.0.0' } as const;

describe.each(releasePaths)('fhir-kit-client with %s', (release) => {
  let scene: ClientScene;
  let client: Client;
  const resourceType = 'ServiceRequest';

  const draft = (number: string, overrides = {}) => draftOf(release, number, overrides);
  const create = (body: any, headers: Record<string, string> = {}): Promise<any> =>
    client.create({ resourceType, body, options: { headers } });
  const statusOf = (answer: any): number | undefined => Client.httpFor(answer).response?.status;
  const headerOf = (answer: any, name: string): string | null | undefined => Client.httpFor(answer).response?.headers.get(name);

  /** The status and the outcome with which a call fails. */
  const failure = async (call: Promise<unknown>): Promise<readonly [number, string, string]> => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason as any,
    );
    const { status, data } = error.response;
    return [status, data.resourceType, data.issue[0].code];
  };

  const idsOf = (bundle: any): readonly string[] => (bundle.entry ?? []).map(({ resource }: any) => resource.id);

  beforeAll(async () => {
    scene = await openScene();
    client = new Client({ baseUrl: scene.baseOf(release), bearerToken: scene.token });
  });

  afterAll(() => scene.gateway.stop());

  it('reads what the server can do, without a token too', async () => {
    const statement: any = await new Client({ baseUrl: scene.baseOf(release) }).capabilityStatement();
    expect(statement).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: versions[release] });
    const tool = new CapabilityTool(statement);
    expect(tool.supportFor({ resourceType, capabilityType: 'interaction', where: { code: 'create' } })).toBe(true);
    expect(tool.supportFor({ resourceType: 'Account', capabilityType: 'interaction', where: { code: 'create' } })).toBe(false);
  });

  it('finds where tokens come from', async () => {
    const { tokenUrl } = await client.smartAuthMetadata();
    expect(String(tokenUrl)).toBe(`${scene.gateway.url}/auth/token`);
  });

  it('creates, reads, updates, patches, and reads every version', async () => {
    const created = await create(draft('K-1'));
    const { id } = created;
    expect([statusOf(created), headerOf(created, 'location')]).toEqual([201, `${scene.baseOf(release)}/ServiceRequest/${id}/_history/1`]);
    const read: any = await client.read({ resourceType, id });
    expect(read).toEqual({ ...draft('K-1'), id, meta: read.meta });
    const ifMatch = { headers: { 'If-Match': headerOf(read, 'etag')! } };
    const updated: any = await client.update({ resourceType, id, body: { ...read, priority: 'urgent' }, options: ifMatch });
    expect([statusOf(updated), updated.priority, updated.meta.versionId]).toEqual([200, 'urgent', '2']);
    expect(await failure(client.update({ resourceType, id, body: { ...read, priority: 'stat' }, options: ifMatch }))).toEqual([
      412,
      'OperationOutcome',
      'conflict',
    ]);
    const patched: any = await client.patch({ resourceType, id, jsonPatch: [{ op: 'replace', path: '/priority', value: 'asap' }] });
    expect([patched.priority, patched.meta.versionId]).toEqual(['asap', '3']);
    const versions_ = await Promise.all(['1', '2', '3'].map((version) => client.vread({ resourceType, id, version })));
    expect(versions_.map(({ priority }) => priority)).toEqual([undefined, 'urgent', 'asap']);
    const history: any = await client.history({ resourceType, id });
    expect([history.type, history.total, history.entry.map(({ resource }: any) => resource.meta.versionId)]).toEqual([
      'history',
      3,
      ['3', '2', '1'],
    ]);
  });

  it('creates once under a condition', async () => {
    const headers = { 'If-None-Exist': conditionOf('K-once') };
    const [first, again] = [await create(draft('K-once'), headers), await create(draft('K-once'), headers)];
    expect([statusOf(first), statusOf(again), again.id]).toEqual([201, 200, first.id]);
  });

  it('is told what is wrong', async () => {
    expect(await failure(create(draft('K-bad', { status: 'begun' })))).toEqual([400, 'OperationOutcome', 'code-invalid']);
    expect(await failure(client.read({ resourceType, id: '999999' }))).toEqual([404, 'OperationOutcome', 'not-found']);
    expect(await failure(client.read({ resourceType: 'Account', id: '1' }))).toEqual([404, 'OperationOutcome', 'not-found']);
    expect(await failure(client.delete({ resourceType, id: '1' }))).toEqual([405, 'OperationOutcome', 'not-supported']);
    const stranger = new Client({ baseUrl: scene.baseOf(release), bearerToken: 'lab_nobody' });
    expect(await failure(stranger.read({ resourceType, id: '1' }))).toEqual([401, 'OperationOutcome', 'login']);
  });

  it('pages through a search to the end, and back', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      ids.push((await create(draft(`K-page-${index}`, { requisition: { system: requestSystem, value: 'K-pages' } }))).id);
    }
    const searchParams = { requisition: `${requestSystem}|K-pages`, _count: 3, _sort: '_id', status: ['draft', 'draft'] };
    const pages: any[] = [await client.resourceSearch({ resourceType, searchParams })];
    for (let next; (next = await client.nextPage({ bundle: pages.at(-1) })) !== undefined;) pages.push(next);
    expect(pages.map((page) => idsOf(page).length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(idsOf).sort()).toEqual([...ids].sort());
    const back: any[] = [pages.at(-1)];
    for (let previous; (previous = await client.prevPage({ bundle: back.at(-1) })) !== undefined;) back.push(previous);
    expect(back.map(idsOf)).toEqual(pages.map(idsOf).reverse());
  });

  it('searches by a form, where no address shows it', async () => {
    const { id } = await create(draft('K-form'));
    const found = await client.search({
      resourceType,
      searchParams: { identifier: `${requestSystem}|K-form`, 'patient.birthdate': '1984-02-29' },
      options: { postSearch: true },
    });
    expect(idsOf(found)).toEqual([]);
    const byNumber = await client.search({
      resourceType,
      searchParams: { identifier: `${requestSystem}|K-form` },
      options: { postSearch: true },
    });
    expect(idsOf(byNumber)).toEqual([id]);
  });

  it('places an order, and follows every reference of its result', async () => {
    const order = await create(orderOf(release, 'K-order'), { Prefer: 'handling=strict' });
    expect([statusOf(order), headerOf(order, 'x-order-placement')]).toEqual([201, 'placed']);
    const reportId = await scene.bringResult(order.id);
    const report: any = await client.read({ resourceType: 'DiagnosticReport', id: reportId });
    const resolve = (reference: string): Promise<any> => client.resolve({ reference, context: report });
    const results = await Promise.all(report.result.map(({ reference }: any) => resolve(reference)));
    expect(results.map((result) => [result.resourceType, result.code.coding[0].code])).toEqual([
      ['Observation', '13457-7'],
      ['Observation', '2085-9'],
    ]);
    const request = await resolve(report.basedOn[0].reference);
    expect([request.id, request.status]).toEqual([order.id, 'completed']);
    expect((await resolve(report.subject.reference)).birthDate).toBe('1984-02-29');
    expect((await resolve(report.specimen[0].reference)).resourceType).toBe('Specimen');
    const found: any = await client.search({
      resourceType: 'DiagnosticReport',
      searchParams: { 'based-on': `ServiceRequest/${order.id}`, _include: ['DiagnosticReport:result', 'DiagnosticReport:patient'] },
    });
    expect(found.entry.map(({ resource, search }: any) => `${search.mode} ${resource.resourceType}`).sort()).toEqual([
      'include Observation',
      'include Observation',
      'include Patient',
      'match DiagnosticReport',
    ]);
  });

  it('sends transactions and batches', async () => {
    const made: any = await client.transaction({ body: transactionOf(release, 'K-bundle') });
    expect(made.entry.map(({ response }: any) => response.status)).toEqual(['201 Created', '201 Created', '201 Created']);
    const [patient, first, second] = made.entry.map(({ response }: any) => response.location.split('/_history')[0]);
    const request: any = await client.request(second);
    expect([request.replaces, request.subject]).toEqual([[{ reference: first }], { reference: '#patient' }]);
    expect(await client.resolve({ reference: '#patient', context: request })).toMatchObject({ birthDate: '1984-02-29' });
    const batch: any = await client.batch({
      body: {
        resourceType: 'Bundle',
        type: 'batch',
        entry: [patient, 'Patient/nobody'].map((url) => ({ request: { method: 'GET', url } })),
      },
    });
    expect(batch.entry.map(({ response, resource }: any) => [response.status, resource?.resourceType])).toEqual([
      ['200 OK', 'Patient'],
      ['404 Not Found', undefined],
    ]);
  });

  it('has resources checked', async () => {
    const validate = (input: any): Promise<any> => client.operation({ name: 'validate', resourceType: input.resourceType, input });
    expect((await validate(draft('K-valid'))).issue).toEqual([
      { severity: 'information', code: 'informational', details: { text: expect.any(String) } },
    ]);
    expect((await validate({ resourceType: 'Patient', birthDate: '1984-02-30' })).issue[0]).toMatchObject({
      severity: 'error',
      expression: ['Patient.birthDate'],
    });
  });
});
