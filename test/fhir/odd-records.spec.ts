import { activationBody, deliverResult, patientBody, placeOrder, putProduct } from '../support/factories';
import { releasePaths } from '../support/fhir-requests';
import { readValid } from '../support/fhir-validity';
import { startGateway, type TestGateway } from '../support/gateway';
import { documentBody } from '../support/records';

/** /v1 and laboratories may write what FHIR cannot hold; what is read of it is valid FHIR all the same, in both releases. */
describe('records that /v1 takes are valid FHIR', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator, 'lipid-panel', { loincNums: ['24331-1'], sampleType: 'EDTA  blood ' });
    const odd = await putProduct(gateway.operator, 'odd', {
      name: { en: ' Odd  \u0001name\n' },
      loincNums: ['1', '2'],
      sampleType: 'B\u0003',
    });
    if (odd.status !== 201) throw new Error(odd.text);
    gateway.clock.set('2026-02-05T08:00:00.000Z');
  });

  afterAll(() => gateway.stop());

  const requestOf = async (testId: string) => (await gateway.acme.get(`/fhir/r5/service_requests?diagnosticTest[]=${testId}`)).body[0];

  const expectValid = async (...references: readonly string[]): Promise<void> => {
    for (const release of releasePaths) for (const reference of references) await readValid(gateway.acme, release, reference);
  };

  it.each<[string, object, boolean]>([
    ['nothing', {}, false],
    ['a country', { countryCode: 'DE' }, false],
    ['empty texts', { provider: '', subscriberIdentifier: '' }, false],
    ['blanks', { provider: ' ', subscriberIdentifier: ' \t' }, false],
    ['a kind', { healthInsuranceTypeDE: 'GKV' }, true],
    ['a kind and empty texts', { healthInsuranceTypeDE: 'PKV', provider: '', subscriberIdentifier: ' ' }, true],
    ['a provider', { provider: ' A\u0002  B ' }, true],
    ['a number', { subscriberIdentifier: ' A  1\n' }, true],
  ])('with an insurance of %s', async (_, healthInsuranceDetails, isTold) => {
    const { testIds } = await placeOrder(gateway.acme, { patient: patientBody({ healthInsuranceDetails }) });
    const { id, contained } = await requestOf(testIds[0]!);
    expect(contained?.map(({ resourceType }: any) => resourceType)).toEqual(isTold ? ['Coverage'] : undefined);
    await expectValid(`ServiceRequest/${id}`, `Patient/${testIds[0]!}`);
  });

  it.each([
    { firstName: 'A\u0007', lastName: ' B  C\n' },
    { firstName: '<b>&"\'', lastName: '😀' },
    { firstName: 'x'.repeat(5000), lastName: '\u00a0.' },
    { dateOfBirth: '1900-01-01', gender: 'D', email: "o'hara+lab@example.org" },
    { gender: 'X' },
  ])('with the patient %j', async (patient) => {
    const { testIds } = await placeOrder(gateway.acme, { productIds: ['odd'], patient: patientBody(patient) });
    const { id } = await requestOf(testIds[0]!);
    const report = await deliverResult(gateway.operator, testIds[0]!);
    await expectValid(`ServiceRequest/${id}`, `Patient/${testIds[0]!}`, `DiagnosticReport/${report.id}`);
  });

  it.each([' SP  1 ', 'S\u0003', '<&>', '😀'.repeat(200)])('with the specimen %j', async (specimenCode) => {
    const { testIds } = await placeOrder(gateway.acme, { productIds: ['odd', 'lipid-panel'] });
    for (const [index, testId] of testIds.entries()) {
      const phase = { menstrualPhaseAtCollection: index === 0 ? 'luteal' : null };
      const { status } = await gateway.acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody({ specimenCode, ...phase }));
      const { id, specimen } = await requestOf(testId);
      expect([status, specimen.length]).toEqual([201, 1]);
      await expectValid(`ServiceRequest/${id}`, specimen[0].reference, `Patient/${testId}`);
    }
  });

  it.each<[string, object]>([
    ['nothing', { observations: [] }],
    [
      'no value',
      {
        observations: [
          { loincNum: '1', value: null },
          { loincNum: '2', value: '' },
          { loincNum: '3', value: ' \u0001 ' },
        ],
      },
    ],
    [
      'numbers of any size',
      {
        observations: ['1e400', '-0', '0.0000000000000000000000000000001', '9'.repeat(400), '1E+5'].map((value, index) => ({
          loincNum: `${index}-1`,
          value,
          unit: 'mmol/L',
        })),
      },
    ],
    [
      'odd codes and units',
      {
        observations: [
          { loincNum: 'a\u0001b', value: '1', unit: ' ' },
          { loincNum: '<&>', value: '1', unit: '\u0002' },
          { loincNum: '1', value: '1', unit: '' },
        ],
      },
    ],
    [
      'odd ranges',
      {
        observations: [
          {
            loincNum: '1',
            value: '1',
            referenceRange: {
              intervals: [
                { label: '' },
                { label: ' ', lower: { operator: '>', value: null } },
                { label: 'a\u0001', lower: { operator: '>', value: 9 }, upper: { operator: '<', value: 1 } },
              ],
            },
          },
        ],
      },
    ],
    [
      'odd notes',
      {
        labNotes: ['', ' ', 'a\u0001', '<p>'],
        observations: [{ loincNum: '1', value: 'x', interpretation: ' ', labNotes: ['', '\u0002'] }],
      },
    ],
    [
      'odd documents',
      {
        observations: [],
        documents: [
          documentBody('', { originalFileName: ' \u00a0a.pdf' }),
          documentBody('a', { mimeType: 'application/vnd.x+json', originalFileName: 'a' }),
        ],
      },
    ],
  ])('with a result of %s', async (_, overrides) => {
    const { testIds } = await placeOrder(gateway.acme, { productIds: ['odd'] });
    const { status, body, text } = await gateway.operator.post('/lab/v1/test_results', { diagnosticTest: testIds[0]!, ...overrides });
    if (status !== 201) throw new Error(text);
    await expectValid(`DiagnosticReport/${body.id}`, ...body.observations.map(({ id }: any) => `Observation/${id}`));
  });

  it.each<[string, string, number]>([
    ['as it was written', 'value-string=Left\u0001right', 1],
    ['as it is shown', 'value-string=left␁r', 1],
    ['exactly', 'value-string:exact=Left␁right\u0002', 1],
    ['by a part', 'value-string:contains=␁RIGHT', 1],
    ['by another character', 'value-string=left␂right', 0],
    ['without the character', 'value-string=leftright', 0],
    ['by its beginning', 'value-string=left', 1],
  ])('are found by a text with control characters: %s', async (_, query, count) => {
    const { testIds } = await placeOrder(gateway.acme, { productIds: ['odd'], patient: patientBody({ lastName: 'O\u0007dd' }) });
    const observations = [{ loincNum: '1', value: 'Left\u0001right\u0002' }];
    await deliverResult(gateway.operator, testIds[0]!, { observations });
    const [name, value] = query.split('=') as [string, string];
    const found = async (type: string, parameter: string): Promise<number> =>
      (await gateway.acme.get(`/fhir/r4b/${type}?${parameter}&_total=accurate`)).body.total;
    expect(await found('Observation', `patient=${testIds[0]!}&${name}=${encodeURIComponent(value)}`)).toBe(count);
    expect(await found('Patient', `_id=${testIds[0]!}&family=${encodeURIComponent('o␇D')}`)).toBe(1);
    expect(await found('Specimen', `type:text=${encodeURIComponent('b␃')}`)).toBeGreaterThan(0);
  });
});
