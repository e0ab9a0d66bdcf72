import { activationBody, deliverResult, placeOrder, patientBody, putProduct } from '../support/factories';
import { baseUrl, coverage, notInsured, releasePaths, requestBody, containedPatient, testIdOf } from '../support/fhir-requests';
import { readValid } from '../support/fhir-validity';
import { startGateway, type TestGateway } from '../support/gateway';

const [ordered, later, last] = ['2026-02-01T10:00:00.000Z', '2026-02-03T08:00:00.250Z', '2026-02-05T08:00:00.000Z'];
const insurance = { countryCode: 'DE', provider: 'Muster Kasse', healthInsuranceTypeDE: 'PKV', subscriberIdentifier: 'A123456780' };

describe.each(releasePaths)('requests of %s', (release) => {
  let gateway: TestGateway;
  const path = `/fhir/${release}/service_requests`;
  const standard = (id: unknown) => `/fhir/${release}/ServiceRequest/${String(id)}`;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator, 'lipid-panel', { loincNums: ['24331-1'] });
    await putProduct(gateway.operator, 'check-up', { loincNums: ['1-8', '2-6'], name: { en: 'Check-up' } });
  });

  beforeEach(() => gateway.clock.set(ordered));

  afterAll(() => gateway.stop());

  const requestOf = async (testId: string): Promise<any> => {
    const { body } = await gateway.acme.get(`${path}?diagnosticTest[]=${testId}`);
    expect(body).toHaveLength(1);
    expect((await gateway.acme.get(`${path}/${body[0].id}`)).body).toEqual(body[0]);
    return body[0];
  };

  /** A request that placed an order, and its test. */
  const placed = async (overrides = {}): Promise<{ id: number; testId: string }> => {
    const { body, headers, text } = await gateway.acme.post(path, requestBody(release, overrides));
    if (headers['x-order-placement'] !== 'placed') throw new Error(text);
    return { id: body.id, testId: await testIdOf(gateway, body.id) };
  };

  const activate = async (testId: string, overrides = {}): Promise<void> => {
    gateway.clock.set(last);
    const { status, text } = await gateway.acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody(overrides));
    if (status !== 201) throw new Error(text);
  };

  const laboratory = {
    coding: [
      { system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' },
      { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory', display: 'Laboratory' },
    ],
  };

  /** What is read of a test that /v1 ordered. */
  const ofTest = (request: any, { testId, orderId, code }: { testId: string; orderId: string; code: any }) => ({
    resourceType: 'ServiceRequest',
    id: expect.any(Number),
    meta: [{ versionId: 1, lastUpdated: ordered }],
    text: { status: 'generated', div: expect.stringContaining(code.text) },
    identifier: [
      {
        codeableConcept: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'PLAC', display: 'Placer Identifier' }],
        },
        system: `${baseUrl}/v1/diagnostic_tests`,
        value: testId,
      },
    ],
    requisition: { system: `${baseUrl}/v1/diagnostic_orders`, value: orderId },
    status: 'active',
    intent: 'order',
    category: [laboratory],
    code: release === 'r4b' ? code : { concept: code },
    subject: { reference: `Patient/${testId}`, type: 'Patient', display: 'Erika Mustermann' },
    authoredOn: ordered,
    ...(release === 'r5' && notInsured),
    ...request,
  });

  const lipids = {
    coding: [
      { system: `${baseUrl}/products`, code: 'lipid-panel', display: 'Lipid panel' },
      { system: 'http://loinc.org', code: '24331-1' },
    ],
    text: 'Lipid panel',
  };
  const checkUp = { coding: [{ system: `${baseUrl}/products`, code: 'check-up', display: 'Check-up' }], text: 'Check-up' };

  it('stand for every test that /v1 ordered', async () => {
    const { orderId, testIds } = await placeOrder(gateway.acme, { productIds: ['lipid-panel', 'check-up', 'lipid-panel'] });
    const listed = (await gateway.acme.get(`${path}?order[]=${orderId}`)).body;
    expect(listed).toEqual([lipids, checkUp, lipids].map((code, index) => ofTest({}, { testId: testIds[index]!, orderId, code })));
    expect(await requestOf(testIds[1]!)).toEqual(listed[1]);
    for (const { id } of listed) await readValid(gateway.acme, release, `ServiceRequest/${id}`);
  });

  it('tell the insurance that /v1 knows', async () => {
    const { orderId, testIds } = await placeOrder(gateway.acme, { patient: patientBody({ healthInsuranceDetails: insurance }) });
    const testId = testIds[0]!;
    const concept = {
      coding: [{ system: 'http://fhir.de/CodeSystem/versicherungsart-de-basis', code: 'PKV', display: expect.any(String) }],
    };
    const contained = {
      resourceType: 'Coverage',
      id: 'coverage',
      status: 'active',
      type: concept,
      beneficiary: { reference: `Patient/${testId}`, type: 'Patient', display: 'Erika Mustermann' },
      ...(release === 'r4b'
        ? { subscriberId: 'A123456780', payor: [{ display: 'Muster Kasse' }] }
        : { kind: 'insurance', subscriberId: [{ value: 'A123456780' }], insurer: { display: 'Muster Kasse' } }),
    };
    const request = await requestOf(testId);
    expect(request).toEqual(
      ofTest(
        {
          contained: [contained],
          insurance: [{ reference: '#coverage', type: 'Coverage' }],
          ...(release === 'r5' && { pKV: true, healthInsuranceCompanyName: 'Muster Kasse', healthInsuranceSubscriberId: 'A123456780' }),
        },
        { testId, orderId, code: lipids },
      ),
    );
    const read = await readValid(gateway.acme, release, `ServiceRequest/${request.id}`);
    for (const member of ['pKV', 'healthInsuranceCompanyName', 'healthInsuranceSubscriberId']) expect(read).not.toHaveProperty(member);
  });

  it('follow the specimens and the activation of their test', async () => {
    const { testIds } = await placeOrder(gateway.acme);
    const test = `/v1/diagnostic_tests/${testIds[0]!}`;
    gateway.clock.set(later);
    await gateway.acme.post(`${test}/specimens`, { specimenCode: 'SP-1' });
    const known = await requestOf(testIds[0]!);
    const specimens = [{ reference: expect.stringMatching(/^Specimen\/[0-9a-f-]{36}$/), type: 'Specimen', display: 'SP-1' }];
    expect([known.meta, known.specimen, known.insurance]).toEqual([[{ versionId: 2, lastUpdated: later }], specimens, undefined]);
    await activate(testIds[0]!, { specimenCode: 'SP-2', healthInsuranceDetails: insurance });
    const activated = await requestOf(testIds[0]!);
    expect(activated.specimen).toEqual([...specimens, { ...specimens[0], display: 'SP-2' }]);
    expect([activated.status, activated.contained[0].resourceType]).toEqual(['active', 'Coverage']);
    expect(activated.meta[0].lastUpdated).toBe(last);
    expect(activated.meta[0].versionId).toBeGreaterThan(2);
    for (const { reference } of activated.specimen) await readValid(gateway.acme, release, reference);
    await readValid(gateway.acme, release, `ServiceRequest/${activated.id}`);
  });

  it('of an EHR keep what was written, and tell the insurance that is known now', async () => {
    const { id, testId } = await placed();
    await activate(testId, { healthInsuranceDetails: insurance });
    const { body } = await gateway.acme.get(`${path}/${id}`);
    expect(body).toMatchObject(requestBody(release));
    const r5 = (await gateway.acme.get(`/fhir/r5/service_requests/${id}`)).body;
    expect(r5).toMatchObject({ pKV: true, healthInsuranceCompanyName: 'Muster Kasse', healthInsuranceSubscriberId: 'A123456780' });
    await readValid(gateway.acme, release, `ServiceRequest/${id}`);
  });

  it.each(['/v1', 'an EHR'])('that are active are completed with the result, when ordered by %s', async (door) => {
    const { testId, id } = door === '/v1' ? { testId: (await placeOrder(gateway.acme)).testIds[0]!, id: undefined } : await placed();
    const before = await requestOf(testId);
    expect([before.status, before.meta[0]]).toEqual(['active', { versionId: 1, lastUpdated: ordered }]);
    gateway.clock.set(later);
    await deliverResult(gateway.operator, testId);
    const after = await requestOf(testId);
    expect(after).toEqual({
      ...before,
      id: id ?? before.id,
      status: 'completed',
      meta: [{ versionId: 2, lastUpdated: later }],
      ...(door === '/v1' && { text: after.text }),
    });
    if (door === '/v1') expect(after.text.div).toContain('completed');
    gateway.clock.set(last);
    await deliverResult(gateway.operator, testId);
    expect((await requestOf(testId)).meta).toEqual(after.meta);
    expect((await gateway.acme.get(`${path}?diagnosticTest[]=${testId}&status[]=completed`)).body).toHaveLength(1);
    expect((await gateway.acme.get(`${path}?diagnosticTest[]=${testId}&status[]=active`)).body).toEqual([]);
  });

  it.each(['draft', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'])(
    'that are %s stay so with the result',
    async (status) => {
      const { id, testId } = await placed();
      const { body } = await gateway.acme.get(standard(id));
      expect((await gateway.acme.put(standard(id), { ...body, status })).status).toBe(200);
      const before = (await gateway.acme.get(`${path}/${id}`)).body;
      expect([before.status, before.meta[0].versionId]).toEqual([status, 2]);
      gateway.clock.set(later);
      await deliverResult(gateway.operator, testId);
      expect((await gateway.acme.get(`${path}/${id}`)).body).toEqual(before);
    },
  );

  it('have their insurance from the EHR until /v1 knows better', async () => {
    const contained = [containedPatient(), coverage(release, 'GKV')];
    const { id, testId } = await placed({ contained, insurance: [{ reference: '#coverage' }] });
    const own = async () => (await gateway.acme.get(`/fhir/r5/service_requests/${id}`)).body;
    expect(await own()).toMatchObject({ pKV: false, healthInsuranceCompanyName: 'Muster Kasse' });
    await activate(testId);
    expect(await own()).toMatchObject({ pKV: false, healthInsuranceCompanyName: 'Muster Kasse' });
    await activate(testId, { healthInsuranceDetails: { ...insurance, provider: null } });
    expect(await own()).toMatchObject({ pKV: true, healthInsuranceCompanyName: null });
  });
});
