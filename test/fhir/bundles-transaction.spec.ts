import { bundleExchange, condition, identified, idIn, issuesOf, now } from '../support/bundle-exchange';
import {
  draftEntry,
  getEntry,
  orderEntry,
  patientEntry,
  patientUrl,
  requestUrl,
  rowCounts,
  type SentEntry,
  withOneMore,
} from '../support/bundles';
import { baseUrl, codeOf, containedPatient, placementExtension, productCoding, releasePaths, testIdOf } from '../support/fhir-requests';
import { readValid } from '../support/fhir-validity';

describe.each(releasePaths)('a transaction of %s', (release) => {
  const { gateway, base, send, accepted, written, made, updateEntry } = bundleExchange(release);

  it('makes one order of several requests with one requisition and one patient', async () => {
    const requisition = { system: 'https://ehr.example/orders', value: 'R-1' };
    const second = { requisition, code: codeOf(release, productCoding('vitamin-d')), replaces: [{ reference: requestUrl(0) }] };
    const entry = await accepted([orderEntry(release, 1, second), patientEntry(), orderEntry(release, 0, { requisition })]);
    const [later, earlier] = [idIn(entry[0]), idIn(entry[2])];
    const testId = await testIdOf(gateway, later);
    expect(entry).toEqual([written(later), { response: { status: '201 Created', location: `Patient/${testId}` } }, written(earlier)]);
    const order = (await gateway.acme.get(`/v1/diagnostic_orders?diagnosticTest[]=${testId}`)).body;
    expect(order.map(({ diagnosticTests }: any) => diagnosticTests)).toEqual([
      [`/v1/diagnostic_tests/${testId}`, `/v1/diagnostic_tests/${await testIdOf(gateway, earlier)}`],
    ]);
    expect(await readValid(gateway.acme, release, `ServiceRequest/${later}`)).toEqual({
      ...orderEntry(release, 1, second).resource,
      id: later,
      meta: { versionId: '1', lastUpdated: now },
      contained: [containedPatient()],
      subject: { reference: '#patient' },
      replaces: [{ reference: `ServiceRequest/${earlier}` }],
    });
    expect(await readValid(gateway.acme, release, `Patient/${testId}`)).toMatchObject({
      name: [{ family: 'Mustermann', given: ['Erika'] }],
      birthDate: '1984-02-29',
    });
  });

  it('replaces addresses as it replaces references, but no canonical ones', async () => {
    const url = 'https://ehr.example/fhir/StructureDefinition/see-also';
    const extension = [
      { url, valueUri: requestUrl(0) },
      { url, valueUri: patientUrl },
      { url, valueUrl: `${requestUrl(0)}#part` },
      { url, valueCanonical: requestUrl(0) },
      { url, valueString: requestUrl(0) },
    ];
    const entry = await accepted([orderEntry(release, 0), patientEntry(), orderEntry(release, 1, { extension })]);
    const [first, second] = [idIn(entry[0]), idIn(entry[2])];
    expect((await readValid(gateway.acme, release, `ServiceRequest/${second}`)).extension).toEqual([
      { url, valueUri: `ServiceRequest/${first}` },
      { url, valueUri: '#patient' },
      ...extension.slice(2),
    ]);
  });

  it('reads references relative to the addresses of the entries', async () => {
    const ehr = 'https://ehr.example/fhir';
    const entry = await accepted([
      { ...patientEntry(), fullUrl: `${ehr}/Patient/ehr-4711` },
      { ...orderEntry(release, 0, { subject: { reference: 'Patient/ehr-4711' } }), fullUrl: `${ehr}/ServiceRequest/1` },
      {
        ...orderEntry(release, 1, { subject: { reference: `${ehr}/Patient/ehr-4711` }, replaces: [{ reference: 'ServiceRequest/1' }] }),
        fullUrl: `${ehr}/ServiceRequest/2`,
      },
    ]);
    const [first, second] = [idIn(entry[1]), idIn(entry[2])];
    for (const id of [first, second]) {
      const { subject, contained } = (await gateway.acme.get(`${base}/ServiceRequest/${id}`)).body;
      expect([subject, contained]).toEqual([{ reference: '#patient' }, [containedPatient()]]);
    }
    expect((await gateway.acme.get(`${base}/ServiceRequest/${second}`)).body.replaces).toEqual([{ reference: `ServiceRequest/${first}` }]);
  });

  it('gives what was written to those who prefer it', async () => {
    const [, request] = await accepted([patientEntry(), orderEntry(release, 0)], { Prefer: 'return=representation' });
    const id = idIn(request);
    const read = (await gateway.acme.get(`${base}/ServiceRequest/${id}`)).body;
    expect(request).toEqual({ ...written(id), resource: { ...read, extension: [placementExtension('placed')] } });
  });

  it('updates and reads after it has created, whatever the order of its entries is', async () => {
    const id = await made();
    const update = updateEntry(id, { priority: 'urgent' }, { ifMatch: 'W/"1"' });
    const search = `ServiceRequest?${condition('T-1')}`;
    const entry = await accepted([getEntry(search), getEntry(`ServiceRequest/${id}`), update, draftEntry(release, identified('T-1'))]);
    const created = idIn(entry[3]);
    const read = (of: string) => gateway.acme.get(`${base}/ServiceRequest/${of}`).then(({ body }) => body);
    expect(entry).toEqual([
      {
        resource: {
          resourceType: 'Bundle',
          type: 'searchset',
          total: 1,
          link: [{ relation: 'self', url: expect.stringContaining(`${baseUrl}${base}/ServiceRequest?identifier=`) }],
          entry: [{ fullUrl: `${baseUrl}${base}/ServiceRequest/${created}`, resource: await read(created), search: { mode: 'match' } }],
        },
        response: { status: '200 OK' },
      },
      { resource: await read(id), response: { status: '200 OK', etag: 'W/"2"', lastModified: now } },
      written(id, '200 OK', 2),
      written(created),
    ]);
    expect(entry[1].resource.priority).toBe('urgent');
  });

  it.each([{ ifNoneMatch: 'W/"1"' }, { ifModifiedSince: now }])('says that a client has what it asks for by %j', async (has) => {
    const id = await made();
    expect(await accepted([getEntry(`ServiceRequest/${id}`, has)])).toEqual([
      { response: { status: '304 Not Modified', etag: 'W/"1"', lastModified: now } },
    ]);
  });

  it('does nothing when it has nothing to do', async () => {
    const { status, body } = await send('transaction', []);
    expect([status, body]).toEqual([200, { resourceType: 'Bundle', type: 'transaction-response' }]);
  });

  describe('conditional creates', () => {
    it('find the request that is there, and refer to it', async () => {
      const id = await made(identified('T-there'));
      const entry = await accepted([
        { ...draftEntry(release, identified('T-there'), { ifNoneExist: condition('T-there') }), fullUrl: requestUrl(0) },
        draftEntry(release, { replaces: [{ reference: requestUrl(0) }] }),
      ]);
      expect(entry).toEqual([written(id, '200 OK'), written(idIn(entry[1]))]);
      expect((await gateway.acme.get(`${base}/ServiceRequest/${idIn(entry[1])}`)).body.replaces).toEqual([
        { reference: `ServiceRequest/${id}` },
      ]);
    });

    it('with one condition in several entries make one request', async () => {
      const conditional = (index: number): SentEntry => ({
        ...draftEntry(release, identified('T-twice'), { ifNoneExist: condition('T-twice') }),
        fullUrl: requestUrl(index),
      });
      const entry = await accepted([
        conditional(0),
        conditional(1),
        draftEntry(release, { replaces: [{ reference: requestUrl(0) }, { reference: requestUrl(1) }] }),
      ]);
      const id = idIn(entry[0]);
      // An address stands in a Bundle once (bdl-7).
      expect(entry).toEqual([written(id), { response: written(id, '200 OK').response }, written(idIn(entry[2]))]);
      expect((await gateway.acme.get(`${base}/ServiceRequest/${idIn(entry[2])}`)).body.replaces).toEqual([
        { reference: `ServiceRequest/${id}` },
        { reference: `ServiceRequest/${id}` },
      ]);
    });

    it('of clients that race make one request and one order', async () => {
      const before = await rowCounts(gateway);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          accepted([patientEntry(), orderEntry(release, 0, identified('T-race'), { ifNoneExist: condition('T-race') })]),
        ),
      );
      const statuses = answers.map(([, request]) => request.response.status).sort();
      expect(statuses).toEqual([...Array.from({ length: 19 }, () => '200 OK'), '201 Created']);
      expect(new Set(answers.map(([, request]) => idIn(request))).size).toBe(1);
      expect(await rowCounts(gateway)).toEqual(withOneMore(before));
    });
  });

  it('keeps the requests of another partner away', async () => {
    const id = await made();
    const answer = await send('transaction', [getEntry(`ServiceRequest/${id}`)], {}, gateway.other);
    expect([answer.status, issuesOf(answer)]).toEqual([
      404,
      [{ severity: 'error', code: 'not-found', details: { text: 'Not Found' }, expression: ['Bundle.entry[0]'] }],
    ]);
  });

  it('refers to its patient from everything else in the request', async () => {
    const [, request] = await accepted([patientEntry(), orderEntry(release, 0, { requester: { reference: patientUrl } })]);
    expect((await gateway.acme.get(`${base}/ServiceRequest/${idIn(request)}`)).body.requester).toEqual({ reference: '#patient' });
  });
});
