import { ExactNumber } from '@gateway/kernel';
import { activationBody, deliverResult, observationBody, patientBody, placeOrder, putProduct } from '../support/factories';
import { baseUrl, containedPatient, coverage, releasePaths, type ReleasePath, requestBody, testIdOf } from '../support/fhir-requests';
import { type Facts, factsOf, factsOfV1, type Told } from '../support/fhir-facts';
import { faultsOf, readValid } from '../support/fhir-validity';
import { startGateway, type TestGateway } from '../support/gateway';
import { documentBody } from '../support/records';

const [ordered, collected, issued] = ['2026-02-01T10:00:00.000Z', '2026-02-03T08:00:00.000Z', '2026-02-05T08:00:00.125Z'];
const ehrPatient = { system: 'https://ehr.example/patients', value: '4711' };

const expected: Facts = {
  status: 'completed',
  product: 'lipid-panel',
  patient: ['Erika', 'Mustermann', 'erika@example.org', 'F', '1984-02-29'],
  insurance: ['PKV', 'Muster Kasse', 'A123456780'],
  specimens: ['SP-1'],
  collected: '2026-02-03T07:45:00',
  issued,
  values: ['5.10 mmol/L', '<0.5 mmol/L', '1:80', 'positive', 'see report'],
  ranges: ['1.50', '5.0'],
  flags: ['H', undefined, undefined, undefined, undefined],
  notes: ['haemolytic', 'repeated'],
  documents: ['report.pdf'],
};

const observations = [
  observationBody({
    value: '5.10',
    interpretation: 'H',
    referenceRange: {
      intervals: [
        {
          label: 'normal',
          lower: { operator: '>=', value: new ExactNumber('1.50') },
          upper: { operator: '<', value: new ExactNumber('5.0') },
        },
      ],
    },
  }),
  { loincNum: '1-8', value: '<0.5', unit: 'mmol/L' },
  { loincNum: '2-6', value: '1:80' },
  { loincNum: '3-4', value: 'positive' },
  { loincNum: '4-2', value: 'see report' },
];

describe('the same facts come through every door', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator, 'lipid-panel', { loincNums: observations.map(({ loincNum }) => loincNum) });
  });

  beforeEach(() => gateway.clock.set(ordered));

  afterAll(() => gateway.stop());

  /** Activation and result of a test that is ordered. */
  async function finish(testId: string): Promise<Told> {
    gateway.clock.set(collected);
    const activated = await gateway.acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody());
    if (activated.status !== 201) throw new Error(activated.text);
    gateway.clock.set(issued);
    const result = await deliverResult(gateway.operator, testId, {
      observations,
      labNotes: ['haemolytic', 'repeated'],
      documents: [documentBody('%PDF')],
    });
    const [request] = (await gateway.acme.get(`/fhir/r5/service_requests?diagnosticTest[]=${testId}`)).body;
    return { testId, requestId: String(request.id), resultId: result.id };
  }

  async function orderByV1(): Promise<string> {
    const healthInsuranceDetails = { provider: 'Muster Kasse', healthInsuranceTypeDE: 'PKV', subscriberIdentifier: 'A123456780' };
    const patient = patientBody({ gender: 'F', dateOfBirth: '1984-02-29', healthInsuranceDetails });
    return (await placeOrder(gateway.acme, { patient })).testIds[0]!;
  }

  async function orderBy(release: ReleasePath): Promise<string> {
    const contained = [containedPatient(), coverage(release, 'PKV')];
    const sent = requestBody(release, { contained, insurance: [{ reference: '#coverage' }], encounter: { reference: 'Encounter/7' } });
    const { body, headers, text } = await gateway.acme.post(`/fhir/${release}/service_requests`, sent);
    if (headers['x-order-placement'] !== 'placed') throw new Error(text);
    return testIdOf(gateway, body.id);
  }

  it.each<[string, () => Promise<string>]>([
    ['/v1', orderByV1],
    ['R4B', () => orderBy('r4b')],
    ['R5', () => orderBy('r5')],
  ])('ordered by %s', async (_, order) => {
    const told = await finish(await order());
    expect(await factsOfV1(gateway.acme, told)).toEqual(expected);
    expect(await factsOf(gateway.acme, 'r4b', told)).toEqual(expected);
    expect(await factsOf(gateway.acme, 'r5', told)).toEqual(expected);
  });

  it.each(releasePaths)('and the EHR that ordered by %s finds its patient and its visit in both releases', async (release) => {
    const told = await finish(await orderBy(release));
    for (const other of releasePaths) {
      const { subject, encounter, result } = await readValid(gateway.acme, other, `DiagnosticReport/${told.resultId}`);
      expect([subject, encounter]).toEqual([
        { reference: `Patient/${told.testId}`, type: 'Patient', identifier: ehrPatient },
        { reference: 'Encounter/7' },
      ]);
      for (const { reference } of result) expect(await readValid(gateway.acme, other, reference)).toMatchObject({ subject, encounter });
      const patient = await readValid(gateway.acme, other, `Patient/${told.testId}`);
      expect(patient.identifier).toEqual([ehrPatient]);
    }
  });

  it.each(releasePaths)('and what %s alone can say comes home from a change in the other', async (release) => {
    const other = release === 'r4b' ? 'r5' : 'r4b';
    const own =
      release === 'r4b'
        ? {
            orderDetail: [{ text: 'fasting' }],
            locationCode: [{ text: 'ward' }],
            reasonCode: [{ text: 'control' }],
            reasonReference: [{ reference: 'Condition/1' }],
          }
        : {
            focus: [{ reference: 'Patient/baby' }],
            reason: [{ reference: { reference: 'DetectedIssue/1' } }, { concept: { text: 'control' } }],
            bodyStructure: { reference: 'BodyStructure/1' },
            orderDetail: [
              { parameter: [{ code: { text: 'volume' }, valueQuantity: { value: new ExactNumber('5.10'), comparator: 'ad' } }] },
            ],
            patientInstruction: { instructionMarkdown: '*fasting*' },
          };
    const sent = requestBody(release, { ...own, quantityQuantity: { value: new ExactNumber('1.50') } });
    const { body: created } = await gateway.acme.post(`/fhir/${release}/service_requests`, sent);
    const foreign = await readValid(gateway.acme, other, `ServiceRequest/${created.id}`);
    const put = await gateway.acme.put(`/fhir/${other}/ServiceRequest/${created.id}`, { ...foreign, priority: 'urgent' });
    expect([put.status, put.body.priority]).toEqual([200, 'urgent']);
    const { body } = await gateway.acme.get(`/fhir/${release}/service_requests/${created.id}`);
    expect(body).toEqual({ ...asCreated(created), ...sent, priority: 'urgent', meta: [{ versionId: 2, lastUpdated: ordered }] });
    await readValid(gateway.acme, release, `ServiceRequest/${created.id}`);
  });

  /** The answer to a create without what it says of the order. */
  const asCreated = ({ extension: _, ...rest }: any): object => rest;

  it.each(releasePaths)('in lists of %s as in reads, each valid', async (release) => {
    const base = `/fhir/${release}`;
    for (const [collection, type] of [
      ['service_requests', 'ServiceRequest'],
      ['diagnostic_reports', 'DiagnosticReport'],
      ['observations', 'Observation'],
    ]) {
      const listed = (await gateway.acme.get(`${base}/${collection}?itemsPerPage=100`)).body;
      expect(listed.length).toBeGreaterThan(4);
      for (const resource of listed) {
        expect((await gateway.acme.get(`${base}/${collection}/${resource.id}`)).body).toEqual(resource);
        const standard = await readValid(gateway.acme, release, `${type}/${resource.id}`);
        const { versionId, lastUpdated } = resource.meta[0];
        expect(Number.isSafeInteger(versionId)).toBe(true);
        expect([standard.id, standard.meta]).toEqual([String(resource.id), { versionId: String(versionId), lastUpdated }]);
        expect(standard).not.toHaveProperty('pKV');
      }
    }
    expect(faultsOf(release, { resourceType: 'Patient', gender: 'w' })).not.toEqual([]);
  });

  it('with the addresses of this service', async () => {
    const told = await finish(await orderByV1());
    const report = await readValid(gateway.acme, 'r5', `DiagnosticReport/${told.resultId}`);
    for (const { url } of report.presentedForm) {
      expect(url.startsWith(`${baseUrl}/v1/documents/`)).toBe(true);
      expect((await gateway.acme.get(url.slice(baseUrl.length))).text).toBe('%PDF');
    }
  });
});
