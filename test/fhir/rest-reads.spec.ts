import { activationBody, deliverResult, placeOrder, putProduct } from '../support/factories';
import { releasePaths } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { documentBody } from '../support/records';

describe.each(releasePaths)('reads on the standard paths of %s', (release) => {
  let gateway: TestGateway;
  let ids: Readonly<Record<string, string>>;
  const base = `/fhir/${release}`;

  beforeAll(async () => {
    gateway = await startGateway();
    const { acme, operator, clock } = gateway;
    await putProduct(operator, 'lipid-panel', { sampleType: 'Capillary blood', loincNums: ['13457-7'] });
    clock.set('2026-02-01T08:00:00.000Z');
    const { testIds } = await placeOrder(acme);
    clock.set('2026-02-03T10:00:00.000Z');
    await acme.post(`/v1/diagnostic_tests/${testIds[0]!}/activate`, activationBody({ menstrualPhaseAtCollection: 'luteal', gender: 'D' }));
    clock.set('2026-02-04T12:00:00.000Z');
    const result = await deliverResult(operator, testIds[0]!);
    clock.set(undefined);
    const request = (await acme.get(`${base}/service_requests`)).body[0];
    ids = {
      DiagnosticReport: result.id,
      Observation: result.observations[0].id,
      Patient: testIds[0]!,
      Specimen: request.specimen[0].reference.slice('Specimen/'.length),
      ServiceRequest: String(request.id),
    };
  });

  afterAll(() => gateway.stop());

  it('shows the patient as recorded on the test', async () => {
    const { status, body, headers } = await gateway.acme.get(`${base}/Patient/${ids['Patient']}`);
    expect([status, headers['last-modified']]).toEqual([200, 'Tue, 03 Feb 2026 10:00:00 GMT']);
    expect(body).toEqual({
      resourceType: 'Patient',
      id: ids['Patient'],
      meta: { versionId: expect.stringMatching(/^[1-9]\d{0,14}$/), lastUpdated: '2026-02-03T10:00:00.000Z' },
      name: [{ family: 'Mustermann', given: ['Erika'] }],
      telecom: [{ system: 'email', value: 'erika@example.org' }],
      gender: 'other',
      _gender: {
        extension: [
          {
            url: 'http://fhir.de/StructureDefinition/gender-amtlich-de',
            valueCoding: { system: 'http://fhir.de/CodeSystem/gender-amtlich-de', code: 'D', display: 'divers' },
          },
        ],
      },
      birthDate: '1984-02-29',
    });
  });

  it('shows the specimen', async () => {
    const code = { system: 'https://gateway.example/specimens', value: 'SP-1' };
    const { status, body } = await gateway.acme.get(`${base}/Specimen/${ids['Specimen']}`);
    expect([status, body]).toEqual([
      200,
      {
        resourceType: 'Specimen',
        id: ids['Specimen'],
        meta: { versionId: expect.stringMatching(/^[1-9]\d{0,14}$/), lastUpdated: '2026-02-04T12:00:00.000Z' },
        extension: [{ url: 'https://gateway.example/fhir/StructureDefinition/menstrual-phase', valueCode: 'luteal' }],
        identifier: [code],
        accessionIdentifier: code,
        status: 'available',
        type: { text: 'Capillary blood' },
        subject: { reference: `Patient/${ids['Patient']}`, type: 'Patient' },
        receivedTime: '2026-02-04T12:00:00.000Z',
        request: [{ reference: `ServiceRequest/${ids['ServiceRequest']}`, type: 'ServiceRequest' }],
        collection: { collectedDateTime: '2026-02-03T07:45:00+01:00' },
      },
    ]);
  });

  it.each(['DiagnosticReport', 'Observation', 'Patient', 'Specimen', 'ServiceRequest'])(
    '%s: every own reference leads to a resource, and all are valid',
    async (type) => {
      const { body } = await gateway.acme.get(`${base}/${type}/${ids[type]}`);
      const checked = await gateway.acme.post(`${base}/${type}/$validate`, body);
      expect(checked.body.issue).toEqual([{ severity: 'information', code: 'informational', details: { text: 'All OK.' } }]);
      const references = [...JSON.stringify(body).matchAll(/"reference":"([^"#]+)"/g)].map(([, reference]) => reference!);
      for (const reference of references)
        expect([reference, (await gateway.acme.get(`${base}/${reference}`)).status]).toEqual([reference, 200]);
    },
  );

  it.each(['DiagnosticReport', 'Observation', 'Patient', 'Specimen'])('%s: not read again while nothing is new', async (type) => {
    const path = `${base}/${type}/${ids[type]}`;
    const { headers } = await gateway.acme.get(path);
    const again = await gateway.acme.get(path, { 'If-None-Match': headers['etag']! });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
    expect((await gateway.acme.get(path, { 'If-Modified-Since': headers['last-modified']! })).status).toBe(200);
    expect((await gateway.acme.get(path, { 'If-None-Match': 'W/"1"' })).status).toBe(200);
  });

  it.each(['DiagnosticReport', 'Observation', 'Patient', 'Specimen', 'ServiceRequest'])(
    '%s: gives the parts that a search gives',
    async (type) => {
      const path = `${base}/${type}/${ids[type]}`;
      for (const part of ['_summary=true', '_summary=text', '_summary=data', '_summary=false', '_elements=code,subject']) {
        const found = await gateway.acme.get(`${base}/${type}?_id=${ids[type]}&${part}`);
        const read = await gateway.acme.get(`${path}?${part}`, { Prefer: 'handling=strict' });
        expect([read.status, read.body]).toEqual([200, found.body.entry[0].resource]);
      }
    },
  );

  it('gives parts of versions too', async () => {
    const { body } = await gateway.acme.get(`${base}/ServiceRequest/${ids['ServiceRequest']}`);
    const path = `${base}/ServiceRequest/${ids['ServiceRequest']}/_history/${body.meta.versionId}`;
    const { resourceType, id, meta, status, intent, subject } = (await gateway.acme.get(path)).body;
    const tag = [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }];
    const part = await gateway.acme.get(`${path}?_elements=subject`);
    expect(part.body).toEqual({ resourceType, id, meta: { ...meta, tag }, status, intent, subject });
    expect(part.headers['etag']).toBe(`W/"${meta.versionId}"`);
  });

  it.each(['_summary=count', '_summary=x', '_summary='])('refuses %s', async (query) => {
    const { status, body } = await gateway.acme.get(`${base}/Patient/${ids['Patient']}?${query}`);
    expect([status, body.issue[0].details.text]).toEqual([400, expect.stringContaining('true, text, data, false')]);
  });

  it('a report with a further document is another one', async () => {
    const path = `${base}/DiagnosticReport/${ids['DiagnosticReport']}`;
    const { headers } = await gateway.acme.get(path);
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(documentBody('%PDF-1.7').content, 'base64')], { type: 'application/pdf' }), 'report.pdf');
    const added = await gateway.operator.post(`/lab/v1/test_results/${ids['DiagnosticReport']}/documents`, form);
    expect(added.status).toBe(201);
    const again = await gateway.acme.get(path, { 'If-None-Match': headers['etag']! });
    expect([again.status, again.body.presentedForm.length]).toEqual([200, 1]);
  });

  it.each(['DiagnosticReport', 'Observation', 'Patient', 'Specimen'])(
    '%s: foreign, missing and malformed ids answer alike',
    async (type) => {
      const answers = await Promise.all([
        gateway.other.get(`${base}/${type}/${ids[type]}`),
        gateway.acme.get(`${base}/${type}/01a1fc85-4868-74f8-8fbb-34fdf3d3bada`),
        gateway.acme.get(`${base}/${type}/x`),
      ]);
      const shown = answers.map(({ status, text, headers }) => [status, text.replaceAll(headers['x-request-id']!, '')]);
      expect(shown).toEqual([shown[0], shown[0], shown[0]]);
      expect(answers[0].status).toBe(404);
    },
  );
});
