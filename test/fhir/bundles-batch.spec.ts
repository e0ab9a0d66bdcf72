import { bundleExchange, idIn, now, refused } from '../support/bundle-exchange';
import { draftEntry, getEntry, orderEntry, patientEntry, requestUrl, rowCounts } from '../support/bundles';
import { placementExtension, releasePaths, requestBody, testIdOf } from '../support/fhir-requests';
import { SmartTestClient } from '../support/smart-client';
import type { TestClient } from '../support/test-client';
import type { Scope } from '@gateway/access';

describe.each(releasePaths)('Bundles of %s', (release) => {
  const { gateway, base, answered, written, made, updateEntry, send } = bundleExchange(release);

  describe('of the type batch', () => {
    it('do each entry for itself', async () => {
      const id = await made();
      const entry = await answered([
        draftEntry(release, { status: 'begun' }),
        draftEntry(release),
        updateEntry(id, { priority: 'urgent' }, { ifMatch: 'W/"7"' }),
        updateEntry(id, { priority: 'urgent' }, { ifMatch: 'W/"1"' }),
        getEntry('Patient/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'),
        getEntry('Observation?date=yesterday'),
        { request: { method: 'DELETE', url: `ServiceRequest/${id}` } },
        getEntry(`ServiceRequest/${id}`, { ifNoneMatch: 'W/"2"' }),
        { ...patientEntry(), fullUrl: requestUrl(9) },
        { request: { method: 'POST', url: 'ServiceRequest' } },
      ]);
      expect(entry).toEqual([
        refused('400 Bad Request', 'code-invalid', { expression: ['ServiceRequest.status'] }),
        written(idIn(entry[1])),
        refused('412 Precondition Failed', 'conflict'),
        written(id, '200 OK', 2),
        refused('404 Not Found', 'not-found'),
        refused('400 Bad Request', 'structure'),
        refused('422 Unprocessable Entity', 'business-rule'),
        { response: { status: '304 Not Modified', etag: 'W/"2"', lastModified: now } },
        refused('422 Unprocessable Entity', 'business-rule'),
        refused('400 Bad Request', 'required', { expression: ['Resource'] }),
      ]);
    });

    it('read parts of resources, as reads do', async () => {
      const id = await made();
      const address = `ServiceRequest/${id}`;
      const [elements, summary, wrong, strict] = await answered([
        getEntry(`${address}?_elements=status,code`),
        getEntry(`${address}?_summary=text`),
        getEntry(`${address}?_summary=count`),
        getEntry(`${address}?colour=red`),
      ]);
      const read = async (query: string): Promise<unknown> => (await gateway.acme.get(`${base}/${address}${query}`)).body;
      expect([elements.resource, summary.resource]).toEqual([await read('?_elements=status,code'), await read('?_summary=text')]);
      expect(Object.keys(elements.resource).sort()).toEqual([
        'code',
        'contained',
        'id',
        'intent',
        'meta',
        'resourceType',
        'status',
        'subject',
      ]);
      expect([wrong, strict.resource]).toEqual([refused('400 Bad Request', 'structure'), await read('')]);
      const [refusal] = await answered([getEntry(`${address}?colour=red`)], { Prefer: 'handling=strict' });
      expect(refusal).toEqual(refused('400 Bad Request', 'structure'));
    });

    it('place orders for the patients in them', async () => {
      const entry = await answered([patientEntry(), orderEntry(release, 0)], { Prefer: 'return=representation' });
      const id = idIn(entry[1]);
      const read = (await gateway.acme.get(`${base}/ServiceRequest/${id}`)).body;
      expect(entry).toEqual([
        { response: { status: '201 Created', location: `Patient/${await testIdOf(gateway, id)}` } },
        { ...written(id), resource: { ...read, extension: [placementExtension('placed')] } },
      ]);
    });

    it('hold the conditions of creates', async () => {
      const identifier = [{ system: 'https://ehr.example/requests', value: 'B-1' }];
      const conditional = draftEntry(release, { identifier }, { ifNoneExist: 'identifier=https://ehr.example/requests|B-1' });
      const entry = await answered([conditional, conditional]);
      const id = idIn(entry[0]);
      expect(entry).toEqual([written(id), { response: written(id, '200 OK').response }]);
    });

    it.each<[string, string]>([
      ['DELETE', 'ServiceRequest/1'],
      ['PATCH', 'ServiceRequest/1'],
      ['PUT', 'Patient/1'],
      ['PUT', 'ServiceRequest?identifier=a'],
      ['POST', 'ServiceRequest/1'],
      ['POST', 'Observation'],
      ['GET', 'https://elsewhere.example/Patient/1'],
      ['GET', '../v1/diagnostic_orders'],
      ['HEAD', 'ServiceRequest/1'],
    ])('have no %s of %s', async (method, url) => {
      const before = await rowCounts(gateway);
      const resource = method === 'POST' && url === 'Observation' ? undefined : requestBody(release, { status: 'draft' });
      const sent = { request: { method, url }, ...(resource !== undefined && method !== 'GET' && method !== 'HEAD' && { resource }) };
      expect(await answered([sent])).toEqual([refused('422 Unprocessable Entity', 'business-rule')]);
      expect(await rowCounts(gateway)).toEqual(before);
    });

    it.each(['ServiceRequest', 'DiagnosticReport', 'Observation', 'Patient', 'Specimen'])(
      'know no %s by an id that is none',
      async (type) => {
        const entries = ['nobody', '0', '99999999999999999999', '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'].map((id) =>
          getEntry(`${type}/${id}`),
        );
        expect(await answered(entries)).toEqual(entries.map(() => refused('404 Not Found', 'not-found')));
      },
    );

    it('show nothing of another partner', async () => {
      const id = await made();
      const update = updateEntry(id);
      const search = getEntry('ServiceRequest?status=draft&_total=accurate');
      const [read, changed, found] = await answered([getEntry(`ServiceRequest/${id}`), update, search], {}, gateway.other);
      expect([read, changed, found.resource.total]).toEqual([
        refused('404 Not Found', 'not-found'),
        refused('404 Not Found', 'not-found'),
        0,
      ]);
    });
  });

  describe('of tokens that may not do everything', () => {
    const scoped = (...scopes: readonly Scope[]): Promise<TestClient> => gateway.clientWith({ scopes });

    it('write nothing without fhir:write', async () => {
      const id = await made();
      const reader = await scoped('fhir:read');
      const before = await rowCounts(gateway);
      const update = updateEntry(id);
      const [create, put, read] = await answered([draftEntry(release), update, getEntry(`ServiceRequest/${id}`)], {}, reader);
      expect([create, put, read.response.status]).toEqual([
        refused('403 Forbidden', 'forbidden'),
        refused('403 Forbidden', 'forbidden'),
        '200 OK',
      ]);
      const transaction = await send('transaction', [getEntry(`ServiceRequest/${id}`), draftEntry(release)], {}, reader);
      expect([transaction.status, transaction.body.issue]).toEqual([
        403,
        [
          {
            severity: 'error',
            code: 'forbidden',
            details: { text: expect.stringContaining('fhir:write') },
            diagnostics: expect.any(String),
            expression: ['Bundle.entry[1]'],
          },
        ],
      ]);
      expect(await rowCounts(gateway)).toEqual(before);
    });

    it.each<[Scope, number]>([
      ['fhir:write', 403],
      ['orders:read', 403],
      ['fhir:read', 200],
    ])('want fhir:read: %s gives %d', async (scope, status) => {
      expect((await send('batch', [getEntry('Patient')], {}, await scoped(scope))).status).toBe(status);
    });

    it('read the types of their SMART scopes alone', async () => {
      const smart = new SmartTestClient(gateway, `bundles-${release}`);
      await smart.register();
      const client = await smart.loggedIn('system/ServiceRequest.rs system/Observation.s');
      const id = await made();
      const entry = await answered(
        [getEntry(`ServiceRequest/${id}`), getEntry('Patient'), getEntry('Observation?patient.name=Erika'), draftEntry(release)],
        {},
        client,
      );
      expect(entry.map(({ response }) => response.status)).toEqual(['200 OK', '403 Forbidden', '403 Forbidden', '403 Forbidden']);
    });
  });
});
