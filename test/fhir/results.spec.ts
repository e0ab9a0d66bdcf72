import { ExactNumber } from '@gateway/kernel';
import { observationBody } from '../support/factories';
import { baseUrl, releasePaths } from '../support/fhir-requests';
import { fhirResults, issued, ordered, putResultProducts } from '../support/fhir-results';
import { startGateway, type TestGateway } from '../support/gateway';
import { documentBody } from '../support/records';

const ucum = 'http://unitsofmeasure.org';
const identifierType = (code: string, display: string) => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code, display }],
});
const studies = { system: 'http://loinc.org', code: '26436-6', display: expect.any(String) };

describe.each(releasePaths)('results in %s', (release) => {
  let gateway: TestGateway;
  const { order, activate, deliver, read, observed, specimenOf } = fhirResults(() => gateway, release);

  beforeAll(async () => {
    gateway = await startGateway();
    await putResultProducts(gateway);
  });

  beforeEach(() => gateway.clock.set(ordered));

  afterAll(() => gateway.stop());

  it('are reports and observations, whole', async () => {
    const testId = await order('lipid-panel');
    await activate(testId, { specimenCode: 'SP-1' });
    const result = await deliver(testId, {
      labNotes: ['haemolytic', '', 'repeated'],
      observations: [
        observationBody({
          value: '5.10',
          interpretation: 'H',
          labNotes: ['checked'],
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
        { loincNum: '2093-3', value: 'positive' },
      ],
      documents: [documentBody('%PDF-1.7'), documentBody('text', { originalFileName: 'Anhang Müller.txt', mimeType: 'text/plain' })],
    });
    const request = (await gateway.acme.get(`/fhir/${release}/service_requests?diagnosticTest[]=${testId}`)).body[0];
    const frame = {
      meta: [{ versionId: expect.any(Number), lastUpdated: issued }],
      basedOn: [{ reference: `ServiceRequest/${request.id}`, type: 'ServiceRequest' }],
      status: 'final',
      subject: { reference: `Patient/${testId}`, type: 'Patient', display: 'Erika Mustermann' },
      effectiveDateTime: '2026-02-03T07:45:00+01:00',
      issued,
      performer: [{ type: 'Organization', display: 'default' }],
    };
    const specimen = { reference: await specimenOf(testId), type: 'Specimen' };
    const [ldl, total] = result.observations;
    const size = (bytes: number) => (release === 'r5' ? String(bytes) : bytes);
    expect(await read('diagnostic_reports', result.id)).toEqual({
      resourceType: 'DiagnosticReport',
      id: result.id,
      ...frame,
      text: { status: 'generated', div: expect.stringContaining('5.10 mmol/L') },
      identifier: [
        { codeableConcept: identifierType('FILL', 'Filler Identifier'), system: `${baseUrl}/v1/test_results`, value: result.id },
      ],
      category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB', display: 'Laboratory' }, studies] }],
      code: {
        coding: [
          { system: 'http://loinc.org', code: '11502-2', display: 'Laboratory report' },
          { system: `${baseUrl}/products`, code: 'lipid-panel', display: 'Lipid panel' },
        ],
        text: 'Lipid panel',
      },
      specimen: [specimen],
      result: [ldl, total].map(({ id }: any) => ({ reference: `Observation/${id}`, type: 'Observation' })),
      conclusion: 'haemolytic\nrepeated',
      ...(release === 'r5' && { note: [{ text: 'haemolytic' }, { text: 'repeated' }] }),
      presentedForm: result.documents.map((document: any, index: number) => ({
        contentType: ['application/pdf', 'text/plain'][index],
        url: `${baseUrl}/v1/documents/${document.id}/download`,
        title: ['report.pdf', 'Anhang Müller.txt'][index],
        creation: document.createdAt,
        size: size([8, 4][index]!),
      })),
    });
    const laboratory = {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory', display: 'Laboratory' },
        studies,
      ],
    };
    const quantity = (value: string) => ({ value: new ExactNumber(value), unit: 'mmol/L', system: ucum, code: 'mmol/L' });
    const observation = (id: string, loincNum: string, value: string) => ({
      resourceType: 'Observation',
      id,
      ...frame,
      text: { status: 'generated', div: expect.stringContaining(value) },
      extension: [{ url: `${baseUrl}/fhir/StructureDefinition/raw-value`, valueString: value }],
      identifier: [
        { codeableConcept: identifierType('OBI', 'Observation Instance Identifier'), system: `${baseUrl}/v1/observations`, value: id },
      ],
      category: [laboratory],
      code: { coding: [{ system: 'http://loinc.org', code: loincNum }], text: expect.stringContaining(loincNum) },
      specimen,
    });
    expect(await read('observations', ldl.id)).toEqual({
      ...observation(ldl.id, '13457-7', '5.10'),
      valueQuantity: quantity('5.10'),
      interpretation: [
        {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'H', display: 'High' }],
          text: 'H',
        },
      ],
      note: [{ text: 'checked' }],
      referenceRange: [
        {
          low: quantity('1.50'),
          high: quantity('5.0'),
          type: { text: 'normal' },
          text: 'normal: >= 1.50 – < 5.0 mmol/L',
        },
      ],
    });
    expect(await read('observations', total.id)).toEqual({
      ...observation(total.id, '2093-3', 'positive'),
      valueCodeableConcept: {
        coding: [{ system: 'http://snomed.info/sct', code: '10828004', display: expect.any(String) }],
        text: 'positive',
      },
    });
    const download = await gateway.acme.get(`/v1/documents/${result.documents[0].id}/download`);
    expect([download.status, download.text]).toEqual([200, '%PDF-1.7']);
  });

  const plain = { unit: 'mmol/L', system: ucum, code: 'mmol/L' };
  const one = { system: ucum, code: '1' };
  const number = (digits: string) => new ExactNumber(digits);

  it.each<[string, string | null, object]>([
    ['5.10', 'mmol/L', { valueQuantity: { value: number('5.10'), ...plain } }],
    ['12345678901234567890.1230', 'mmol/L', { valueQuantity: { value: number('12345678901234567890.1230'), ...plain } }],
    ['-3', null, { valueQuantity: { value: -3 } }],
    ['7', 'Striche', { valueQuantity: { value: 7, unit: 'Striche' } }],
    ['<0.5', 'mmol/L', { valueQuantity: { value: 0.5, comparator: '<', ...plain } }],
    ['>= 200', 'mmol/L', { valueQuantity: { value: 200, comparator: '>=', ...plain } }],
    ['1:80', null, { valueRatio: { numerator: { value: 1, ...one }, denominator: { value: 80, ...one } } }],
    ['2-5', 'mmol/L', { valueRange: { low: { value: 2, ...plain }, high: { value: 5, ...plain } } }],
    [
      'nicht nachweisbar',
      null,
      {
        valueCodeableConcept: {
          coding: [expect.objectContaining({ system: 'http://snomed.info/sct', code: '260415000' })],
          text: 'nicht nachweisbar',
        },
      },
    ],
    ['négatif', null, { valueCodeableConcept: { coding: [expect.objectContaining({ code: '260385009' })], text: 'négatif' } }],
    ['siehe Befund ', null, { valueString: 'siehe Befund ' }],
    ['5,10', null, { valueString: '5,10' }],
    [
      '',
      null,
      {
        dataAbsentReason: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown', display: 'Unknown' }],
        },
      },
    ],
  ])('show the value %j in %j', async (value, unit, expected) => {
    const body = await observed({ loincNum: '1-8', value, unit });
    const members = Object.fromEntries(Object.entries(body).filter(([name]) => name.startsWith('value') || name === 'dataAbsentReason'));
    expect(members).toEqual(expected);
    expect(body.extension).toEqual(
      value === '' ? undefined : [{ url: `${baseUrl}/fhir/StructureDefinition/raw-value`, valueString: value }],
    );
  });

  it.each<[string, object | null, object | undefined]>([
    ['no interpretation', null, undefined],
    ['a code', 'LL' as never, { coding: [expect.objectContaining({ code: 'LL' })], text: 'LL' }],
    ['words', 'leicht erhöht' as never, { text: 'leicht erhöht' }],
  ])('invent no flag: %s', async (_, interpretation, expected) => {
    const body = await observed({
      loincNum: '1-8',
      value: '900',
      unit: 'mmol/L',
      interpretation,
      referenceRange: { intervals: [{ label: 'normal', upper: { operator: '<', value: 5 } }] },
    });
    expect(body.interpretation).toEqual(expected && [expected]);
    expect(body.referenceRange).toEqual([{ high: { value: 5, ...plain }, type: { text: 'normal' }, text: 'normal: < 5 mmol/L' }]);
  });
});
