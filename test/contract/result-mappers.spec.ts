import { type ObservationRow, reportStates } from '@gateway/core';
import { ExactNumber } from '@gateway/kernel';
import { ids, mappedReleases, ownReference, patientReference, reportedObservation, setting, validResults } from '../support/report-rows';

const loinc = 'http://loinc.org';
const ucum = 'http://unitsofmeasure.org';
const definitions = `${setting.baseUrl}/fhir/StructureDefinition`;
const laboratoryStudies = { system: loinc, code: '26436-6', display: 'Laboratory studies (set)' };
const mmol = { unit: 'mmol/L', system: ucum, code: 'mmol/L' };

describe.each(mappedReleases)('results in %s', (name, release, mappers) => {
  const { valid, observation, report } = validResults(release, mappers);

  it('tell everything of an observation', () => {
    const { text, ...elements } = observation({
      value: ' 5.10 ',
      referenceRange: {
        intervals: [{ label: 'normal', lower: { operator: '>', value: 3.5 }, upper: { operator: '<=', value: new ExactNumber('5.0') } }],
      },
      interpretation: 'H',
      labNotes: ['Slightly haemolytic.', '  ', ''],
    });
    expect(elements).toEqual({
      resourceType: 'Observation',
      id: ids.observation,
      meta: { versionId: expect.stringMatching(/^[1-9]\d{0,14}$/), lastUpdated: '2026-02-03T14:05:00.123Z' },
      extension: [{ url: `${definitions}/raw-value`, valueString: ' 5.10 ' }],
      identifier: [
        {
          type: {
            coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'OBI', display: 'Observation Instance Identifier' }],
          },
          system: `${setting.baseUrl}/v1/observations`,
          value: ids.observation,
        },
      ],
      basedOn: [ownReference('ServiceRequest', '42')],
      status: 'final',
      category: [
        {
          coding: [
            { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory', display: 'Laboratory' },
            laboratoryStudies,
          ],
        },
      ],
      code: { coding: [{ system: loinc, code: '2823-3', display: 'Potassium' }], text: 'Potassium' },
      subject: patientReference,
      effectiveDateTime: '2026-01-31T08:15:00+01:00',
      issued: '2026-02-03T14:05:00.123Z',
      performer: [{ type: 'Organization', display: 'Laboratory North' }],
      valueQuantity: { value: new ExactNumber('5.10'), ...mmol },
      interpretation: [
        {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'H', display: 'High' }],
          text: 'H',
        },
      ],
      note: [{ text: 'Slightly haemolytic.' }],
      specimen: ownReference('Specimen', ids.specimen),
      referenceRange: [
        {
          low: { value: 3.5, ...mmol },
          high: { value: new ExactNumber('5.0'), ...mmol },
          type: { text: 'normal' },
          text: 'normal: > 3.5 – <= 5.0 mmol/L',
        },
      ],
    });
    expect(text.status).toBe('generated');
  });

  it('tell everything of a report', () => {
    const { text, ...elements } = report({
      labNotes: ['First note.', ' ', 'Second\nnote.'],
      documents: [
        {
          id: ids.document,
          originalFileName: 'Befund März.pdf',
          mimeType: 'application/pdf',
          size: 20_971_520,
          createdAt: '2026-02-03T14:06:00.000Z',
        },
      ],
    });
    expect(elements).toEqual({
      resourceType: 'DiagnosticReport',
      id: ids.report,
      meta: { versionId: expect.stringMatching(/^[1-9]\d{0,14}$/), lastUpdated: '2026-02-03T14:05:00.123Z' },
      identifier: [
        {
          type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'FILL', display: 'Filler Identifier' }] },
          system: `${setting.baseUrl}/v1/test_results`,
          value: ids.report,
        },
      ],
      basedOn: [ownReference('ServiceRequest', '42')],
      status: 'final',
      category: [
        { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB', display: 'Laboratory' }, laboratoryStudies] },
      ],
      code: {
        coding: [
          { system: loinc, code: '11502-2', display: 'Laboratory report' },
          { system: `${setting.baseUrl}/products`, code: 'potassium', display: 'Potassium' },
        ],
        text: 'Potassium',
      },
      subject: patientReference,
      effectiveDateTime: '2026-01-31T08:15:00+01:00',
      issued: '2026-02-03T14:05:00.123Z',
      performer: [{ type: 'Organization', display: 'Laboratory North' }],
      specimen: [ownReference('Specimen', ids.olderSpecimen), ownReference('Specimen', ids.specimen)],
      result: [ownReference('Observation', ids.observation)],
      ...(name === 'R5' && { note: [{ text: 'First note.' }, { text: 'Second\nnote.' }] }),
      conclusion: 'First note.\nSecond\nnote.',
      presentedForm: [
        {
          contentType: 'application/pdf',
          url: `${setting.baseUrl}/v1/documents/${ids.document}/download`,
          size: { R4B: 20_971_520, R5: '20971520' }[name],
          title: 'Befund März.pdf',
          creation: '2026-02-03T14:06:00.000Z',
        },
      ],
    });
    expect(text.status).toBe('generated');
  });

  it('leave out what nobody told', () => {
    const bare = { patientName: null, specimens: [] };
    const { text: _, ...elements } = observation({ value: '', unit: null, labNotes: [' '], interpretation: ' ' }, bare);
    expect(Object.keys(elements).sort()).toEqual(
      [
        'resourceType',
        'id',
        'meta',
        'identifier',
        'basedOn',
        'status',
        'category',
        'code',
        'subject',
        'issued',
        'performer',
        'dataAbsentReason',
      ].sort(),
    );
    expect(elements.subject).toEqual(ownReference('Patient', ids.test));
    const { text: __, ...reportElements } = report({ observations: [], labNotes: [], laboratory: ' ', context: bare });
    expect(Object.keys(reportElements).sort()).toEqual(
      ['resourceType', 'id', 'meta', 'identifier', 'basedOn', 'status', 'category', 'code', 'subject', 'issued'].sort(),
    );
  });

  it.each(reportStates)('have the state %s in the words of the resource', (state) => {
    const words = { partial: ['partial', 'preliminary'], final: ['final', 'final'], corrected: ['corrected', 'corrected'] }[state];
    expect([report({ state }).status, valid(mappers.toObservation(reportedObservation({}, { state }), setting)).status]).toEqual(words);
  });

  it.each<[string, Partial<ObservationRow>, object]>([
    ['a comparator', { value: '<0.5' }, { valueQuantity: { value: 0.5, comparator: '<', ...mmol } }],
    [
      'more digits than R5 obliges to keep',
      { value: '12345678901234567890.1230', unit: null },
      { valueQuantity: { value: new ExactNumber('12345678901234567890.1230') } },
    ],
    ['a unit that UCUM does not know', { unit: 'mm Hg' }, { valueQuantity: { value: 4.2, unit: 'mm Hg' } }],
    [
      'cells as German laboratories count them',
      { unit: 'G/l' },
      { valueQuantity: { value: 4.2, unit: 'G/l', system: ucum, code: '10*9/L' } },
    ],
    [
      'a titre',
      { value: '1:80', unit: null },
      { valueRatio: { numerator: { value: 1, system: ucum, code: '1' }, denominator: { value: 80, system: ucum, code: '1' } } },
    ],
    ['a range', { value: '2-5' }, { valueRange: { low: { value: 2, ...mmol }, high: { value: 5, ...mmol } } }],
    [
      'a range of equal, very large numbers',
      { value: '1e400-1e400', unit: null },
      { valueRange: { low: { value: new ExactNumber('1e400') }, high: { value: new ExactNumber('1e400') } } },
    ],
    [
      'a word',
      { value: 'Nachweisbar', unit: null },
      {
        valueCodeableConcept: {
          coding: [{ system: 'http://snomed.info/sct', code: '260373001', display: 'Detected' }],
          text: 'Nachweisbar',
        },
      },
    ],
    ['a text', { value: '5,10', unit: null }, { valueString: '5,10' }],
    ['a text with control characters', { value: 'a\u0001b', unit: null }, { valueString: 'a␁b' }],
    [
      'a text longer than FHIR can hold',
      { value: 'ä'.repeat(1024 * 1024 + 1), unit: null },
      { valueString: `${'ä'.repeat(1024 * 1024 - 1)}…` },
    ],
    [
      'nothing',
      { value: '', unit: null },
      {
        dataAbsentReason: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown', display: 'Unknown' }],
        },
      },
    ],
  ])('tell %s as value', (_, given, expected) => {
    const read = observation(given);
    const values = Object.entries(read).filter(([key]) => key.startsWith('value') || key === 'dataAbsentReason');
    expect(Object.fromEntries(values)).toEqual(expected);
  });

  it('keep what was written beside what was understood', () => {
    const raw = (valueString: string) => ({ url: `${definitions}/raw-value`, valueString });
    expect(observation({ value: '< 0.50' }).extension).toEqual([raw('< 0.50')]);
    expect(observation({ value: ' ' }).extension).toEqual([raw(' '), { url: `${definitions}/raw-unit`, valueString: 'mmol/L' }]);
    expect(observation({ value: 'positive', unit: 'S/CO' }).extension).toEqual([
      raw('positive'),
      { url: `${definitions}/raw-unit`, valueString: 'S/CO' },
    ]);
    expect(observation({ value: '', unit: null }).extension).toBeUndefined();
  });
});
