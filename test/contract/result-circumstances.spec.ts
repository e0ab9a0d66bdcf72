import type { ResultContext } from '@gateway/core';
import {
  ids,
  mappedReleases,
  observationRow,
  ownReference,
  patientReference,
  reportedObservation,
  setting,
  validResults,
} from '../support/report-rows';

describe.each(mappedReleases)('the circumstances of results in %s', (_name, release, mappers) => {
  const { valid, observation, report } = validResults(release, mappers);

  it.each<[string, Partial<ResultContext>, object]>([
    [
      'a reference',
      { subject: { reference: 'https://ehr.example/Patient/7', type: 'Patient', identifier: null, display: null } },
      { reference: 'https://ehr.example/Patient/7', type: 'Patient' },
    ],
    [
      'an identifier alone',
      { subject: { reference: null, type: null, identifier: { system: 'https://ehr.example', value: '7' }, display: 'E. M.' } },
      { identifier: { system: 'https://ehr.example', value: '7' }, display: 'E. M.' },
    ],
    ['a display alone', { subject: { display: 'E. M.' } }, { display: 'E. M.' }],
    ['nothing but a type', { subject: { type: 'Patient' } }, patientReference],
    ['an empty reference', { subject: {} }, patientReference],
    ['a contained patient that was forgotten', { subject: { reference: '#p' } }, patientReference],
    [
      'an identifier whose assigner was contained',
      { subject: { identifier: { value: '7', assigner: { reference: '#org', display: 'Clinic' } } } },
      { identifier: { value: '7', assigner: { display: 'Clinic' } } },
    ],
    [
      'an identifier whose assigner is nothing else',
      { subject: { identifier: { value: '7', assigner: { reference: '#org' } } } },
      { identifier: { value: '7' } },
    ],
  ])('echo %s', (_, context, expected) => {
    expect([observation({}, context).subject, report({ context }).subject]).toEqual([expected, expected]);
  });

  it('echo the encounter', () => {
    const encounter = { reference: 'Encounter/9', type: null, identifier: null, display: null };
    expect([observation({}, { encounter }).encounter, report({ context: { encounter } }).encounter]).toEqual([
      { reference: 'Encounter/9' },
      { reference: 'Encounter/9' },
    ]);
  });

  it('name an analyte only where the product does', () => {
    const product = (...loincNums: string[]) => ({ product: { canonicalId: 'p', name: { en: 'Panel', fr: 'Bilan' }, loincNums } });
    const unnamed = { coding: [{ system: 'http://loinc.org', code: '2823-3' }], text: 'LOINC 2823-3' };
    expect(observation({}, product('2823-3', '2951-2')).code).toEqual(unnamed);
    expect(observation({}, product('2951-2')).code).toEqual(unnamed);
    expect(observation({}, product()).code).toEqual(unnamed);
    const french = mappers.toObservation(reportedObservation({}, { context: product('2823-3') }), { ...setting, language: 'fr' });
    expect(valid(french).code).toEqual({ coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Bilan' }], text: 'Bilan' });
  });

  it('name the specimen that the time comes from', () => {
    const specimen = (id: string, collectionDate: string | null) => ({ id, specimenCode: id, collectionDate, collectionTime: null });
    const undated = [specimen(ids.olderSpecimen, '2026-01-30'), specimen(ids.specimen, null)];
    expect(observation({}, { specimens: undated })).toMatchObject({
      effectiveDateTime: '2026-01-30',
      specimen: ownReference('Specimen', ids.olderSpecimen),
    });
    const none = observation({}, { specimens: [specimen(ids.olderSpecimen, null), specimen(ids.specimen, null)] });
    expect([none.effectiveDateTime, none.specimen]).toEqual([undefined, ownReference('Specimen', ids.specimen)]);
  });

  it('leave out intervals that say nothing', () => {
    const empty = { label: ' ', lower: null, upper: { operator: '<', value: null } } as const;
    expect(observation({ referenceRange: { intervals: [empty] } }).referenceRange).toBeUndefined();
    const labelled = observation({ referenceRange: { intervals: [empty, { ...empty, label: 'see text' }] } }).referenceRange;
    expect(labelled).toEqual([{ type: { text: 'see text' }, text: 'see text' }]);
  });

  it('tell as many results as a delivery may hold', () => {
    const observations = Array.from({ length: 5000 }, (_, index) =>
      observationRow({ value: `<${index}>"&'`.repeat(100), loincNum: `${index}-0` }),
    );
    const read = report({ observations });
    expect(read.result).toHaveLength(5000);
    expect(read.text.div).toMatch(/<p>Further observations, not shown here: \d+<\/p>/);
  });
});
