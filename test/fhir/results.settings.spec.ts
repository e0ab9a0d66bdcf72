import { observationBody } from '../support/factories';
import { containedPatient, releasePaths, requestBody, testIdOf } from '../support/fhir-requests';
import { corrected, fhirResults, issued, ordered, putResultProducts } from '../support/fhir-results';
import { faultsOf, readValid } from '../support/fhir-validity';
import { startGateway, type TestGateway } from '../support/gateway';
import { nowhere } from '../support/patterns';
import { expectProblem, withoutOccurrence } from '../support/problems';
import { documentBody } from '../support/records';

const ehrPatient = { system: 'https://ehr.example/patients', value: '4711' };

describe.each(releasePaths)('results in %s', (release) => {
  let gateway: TestGateway;
  const { path, order, activate, deliver, read, specimenOf } = fhirResults(() => gateway, release);

  beforeAll(async () => {
    gateway = await startGateway();
    await putResultProducts(gateway);
  });

  beforeEach(() => gateway.clock.set(ordered));

  afterAll(() => gateway.stop());

  const both = [observationBody(), { loincNum: '2093-3', value: '4.1' }];

  it.each<[string, object[], string[]]>([
    ['whole', [{ observations: both }], ['final']],
    ['of more than was ordered', [{ observations: [...both, { loincNum: '1-8', value: '1' }] }], ['final']],
    ['of a part', [{ observations: both.slice(1) }], ['partial']],
    ['without a value that was ordered', [{ observations: [observationBody(), { loincNum: '2093-3', value: '' }] }], ['partial']],
    ['of a document alone', [{ observations: [], documents: [documentBody('a')] }], ['final']],
    ['of a part, then whole', [{ observations: both.slice(1) }, { observations: both }], ['partial', 'final']],
    ['whole, then corrected', [{ observations: both }, { observations: both }], ['final', 'corrected']],
    ['corrected twice', [{ observations: both }, { observations: both }, { observations: both }], ['final', 'corrected', 'corrected']],
    ['whole, then corrected in a part', [{ observations: both }, { observations: both.slice(1) }], ['final', 'corrected']],
  ])('have their state: %s', async (_, deliveries, states) => {
    const testId = await order('lipid-panel');
    const ids: string[] = [];
    for (const [index, delivery] of deliveries.entries()) ids.push((await deliver(testId, delivery, index === 0 ? issued : corrected)).id);
    const reports = await Promise.all(ids.map((id) => read('diagnostic_reports', id)));
    expect(reports.map(({ status }) => status)).toEqual(states);
    for (const [index, { result = [] }] of reports.entries()) {
      for (const { reference } of result) {
        const { status } = await read('observations', reference.slice('Observation/'.length));
        expect(status).toBe(states[index] === 'partial' ? 'preliminary' : states[index]);
      }
    }
  });

  describe('tell the EHR its own subject', () => {
    const place = async (overrides: object): Promise<{ id: number; testId: string }> => {
      const { body, headers, text } = await gateway.acme.post(path('service_requests'), requestBody(release, { ...overrides }));
      if (headers['x-order-placement'] !== 'placed') throw new Error(text);
      return { id: body.id, testId: await testIdOf(gateway, body.id) };
    };

    const subjectsOf = async (testId: string): Promise<any[]> => {
      const result = await deliver(testId);
      return [await read('diagnostic_reports', result.id), await read('observations', result.observations[0].id)];
    };

    it.each<[string, object, object]>([
      ['with an identifier', {}, { identifier: ehrPatient }],
      [
        'with the first of its identifiers',
        { contained: [containedPatient({ identifier: [{ value: '1' }, ehrPatient] })] },
        { identifier: { value: '1' } },
      ],
      ['with a display', { subject: { reference: '#patient', display: 'E. M.' } }, { identifier: ehrPatient, display: 'E. M.' }],
      [
        'with an identifier of the reference',
        { subject: { reference: '#patient', identifier: { value: '9' }, type: 'Patient' } },
        { identifier: { value: '9' } },
      ],
      ['with an encounter', { encounter: { reference: 'Encounter/7', display: 'Visit' } }, { identifier: ehrPatient }],
    ])('that was contained: %s', async (_, overrides, expected) => {
      const { testId } = await place(overrides);
      for (const { subject, encounter } of await subjectsOf(testId)) {
        expect(subject).toEqual({ reference: `Patient/${testId}`, type: 'Patient', ...expected });
        expect(encounter).toEqual((overrides as { encounter?: object }).encounter);
      }
      const patient = await readValid(gateway.acme, release, `Patient/${testId}`);
      expect(patient).toMatchObject({ name: [{ family: 'Mustermann', given: ['Erika'] }], birthDate: '1984-02-29', gender: 'female' });
    });

    it('that was contained and says nothing of itself', async () => {
      const { testId } = await place({ contained: [containedPatient({ identifier: undefined })] });
      for (const { subject } of await subjectsOf(testId))
        expect(subject).toEqual({ reference: `Patient/${testId}`, type: 'Patient', display: 'Erika Mustermann' });
    });

    it.each([
      { reference: 'Patient/ehr-1' },
      { reference: 'https://ehr.example/fhir/Patient/1', type: 'Patient', display: 'Erika' },
      { type: 'Patient', identifier: { system: 'urn:oid:1.2', value: '1', use: 'official' } },
      { display: 'Erika M.' },
    ])('that it wrote as %j', async (subject) => {
      const { id, testId } = await place({});
      const standard = path('ServiceRequest', String(id));
      const { contained: _, ...written } = (await gateway.acme.get(standard)).body;
      expect((await gateway.acme.put(standard, { ...written, subject })).status).toBe(200);
      const withReference = subject.reference === undefined ? { reference: `Patient/${testId}`, type: 'Patient', ...subject } : subject;
      for (const { subject: echoed } of await subjectsOf(testId)) expect(echoed).toEqual(withReference);
    });
  });

  it.each([
    [{ collectionDate: '2026-01-31', collectionTime: '23:59:59' }, '2026-01-31T23:59:59+01:00'],
    [{ collectionDate: '2025-07-31', collectionTime: '00:00:00' }, '2025-07-31T00:00:00+02:00'],
    [{ collectionDate: '2025-10-26', collectionTime: '02:30:00' }, '2025-10-26T02:30:00+02:00'],
  ])('are of the time of collection in the laboratory’s zone: %j', async (collection, effectiveDateTime) => {
    const testId = await order();
    await activate(testId, collection);
    const result = await deliver(testId);
    expect((await read('diagnostic_reports', result.id)).effectiveDateTime).toBe(effectiveDateTime);
    expect((await read('observations', result.observations[0].id)).effectiveDateTime).toBe(effectiveDateTime);
  });

  it('are of no time when nobody said when the specimen was taken', async () => {
    const testId = await order();
    await gateway.acme.post(`/v1/diagnostic_tests/${testId}/specimens`, { specimenCode: 'SP-9' });
    const result = await deliver(testId);
    const report = await read('diagnostic_reports', result.id);
    expect(report).not.toHaveProperty('effectiveDateTime');
    expect(report.specimen).toEqual([{ reference: await specimenOf(testId), type: 'Specimen' }]);
  });

  it('speak the language that is asked for', async () => {
    const { id } = await deliver(await order('one'), {});
    const report = await read('diagnostic_reports', id, { 'Accept-Language': 'de-AT' });
    expect([report.code.text, report.text.div]).toEqual(['LDL-Cholesterin', expect.stringContaining('Analyt<')]);
    const french = await read('diagnostic_reports', id, { 'Accept-Language': 'fr' });
    expect([french.code.text, french.text.div]).toEqual(['LDL cholesterol', expect.stringContaining('lang="fr"')]);
  });

  it.each([
    ['diagnostic_reports', 'application/json'],
    ['observations', 'application/fhir+json'],
  ])('of %s come as %s', async (collection, type) => {
    const result = await deliver(await order());
    const id = collection === 'observations' ? result.observations[0].id : result.id;
    for (const suffix of [`/${id}`, '', '?page=900']) {
      const answer = await gateway.acme.get(`${path(collection)}${suffix}`, { Accept: type });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    }
    expect((await gateway.acme.send('HEAD', `${path(collection)}/${id}`)).status).toBe(200);
    expect((await gateway.acme.post(path(collection), {})).status).toBe(405);
  });

  it('are missing for others, and under what is no id', async () => {
    const result = await deliver(await order());
    const ids = { diagnostic_reports: result.id, observations: result.observations[0].id } as const;
    for (const [collection, id] of Object.entries(ids)) {
      const missing = await gateway.acme.get(path(collection, nowhere));
      expectProblem(missing, 404, 'Not Found');
      const expected = withoutOccurrence(missing, nowhere);
      expect(withoutOccurrence(await gateway.other.get(path(collection, id)), id)).toBe(expected);
      for (const wrong of ['1', 'x', `${id}0`, '%20', id.slice(0, -1)]) {
        expect(withoutOccurrence(await gateway.acme.get(path(collection, wrong)))).toBe(expected);
      }
      expectProblem(await gateway.nobody.get(path(collection, id)), 401);
      const reader = await gateway.clientWith({ scopes: ['results:read'] });
      expectProblem(await reader.get(path(collection, id)), 403, expect.stringContaining('fhir:read'));
    }
  });

  it('of 5,000 observations are one report', async () => {
    const observations = Array.from({ length: 5000 }, (_, index) => ({ loincNum: `${index}-0`, value: String(index) }));
    const { id } = await deliver(await order(), { observations });
    const { body } = await gateway.acme.get(path('DiagnosticReport', id));
    expect(body.result).toHaveLength(5000);
    expect(faultsOf(release, { ...body, result: body.result.slice(0, 10) })).toEqual([]);
  });
});
