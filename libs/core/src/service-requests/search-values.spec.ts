import { codeToken, presenceToken, addressToken, systemToken } from '../search/search-token';
import type { NativeServiceRequest } from './native-service-request';
import { searchValuesOf } from './search-values';

const setting = { baseUrl: 'https://gateway.example', labTimeZone: 'Europe/Berlin' };

const valuesOf = (request: NativeServiceRequest) => searchValuesOf(request, setting);

const nothing = { texts: {}, authored: null, occurrence: null, subjectReference: null };

describe('searchValuesOf', () => {
  it('finds a code with and without its system, and its text', () => {
    expect(valuesOf({ category: [{ coding: [{ system: 's', code: 'c', display: 'Name' }], text: 'Text' }] })).toEqual({
      ...nothing,
      tokens: [
        presenceToken('category'),
        codeToken('category', undefined, 'c'),
        codeToken('category', 's', 'c'),
        systemToken('category', 's'),
      ],
      texts: { category: ['Text', 'Name'] },
    });
  });

  it('finds an identifier without a system', () => {
    expect(valuesOf({ identifier: [{ value: 'v' }] }).tokens).toEqual([
      presenceToken('identifier'),
      codeToken('identifier', undefined, 'v'),
      codeToken('identifier', '', 'v'),
    ]);
  });

  it.each([
    ['Encounter/1', 'Encounter/1'],
    ['Encounter/1/_history/2', 'Encounter/1'],
    ['https://gateway.example/fhir/r5/Encounter/1', 'Encounter/1'],
    ['https://ehr.example/Encounter/1', 'https://ehr.example/Encounter/1'],
    ['urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0', 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0'],
  ])('finds the reference %s by %s', (reference, address) => {
    expect(valuesOf({ encounter: { reference } }).tokens).toEqual([presenceToken('encounter'), addressToken('encounter', address)]);
  });

  it('knows a contained patient by its identifiers alone', () => {
    const contained = [{ resourceType: 'Patient', id: 'p', identifier: [{ system: 's', value: '1' }] }];
    expect(valuesOf({ contained, subject: { reference: '#p' } })).toEqual({
      ...nothing,
      tokens: [
        presenceToken('subject'),
        presenceToken('patient'),
        codeToken('patient.identifier', undefined, '1'),
        codeToken('patient.identifier', 's', '1'),
        systemToken('patient.identifier', 's'),
      ],
    });
  });

  it.each<[NonNullable<NativeServiceRequest['subject']>, boolean]>([
    [{ reference: 'Patient/1' }, true],
    [{ reference: 'http://ehr.example/Patient/1/_history/1' }, true],
    [{ reference: 'urn:uuid:1', type: 'Patient' }, true],
    [{ identifier: { value: '1' }, type: 'Patient' }, true],
    [{ reference: 'Group/1' }, false],
    [{ reference: 'Group/1', type: 'Patient' }, false],
    [{ display: 'Erika' }, false],
  ])('tells whether the subject %j is a patient', (subject, expected) => {
    expect(valuesOf({ subject }).tokens.includes(presenceToken('patient'))).toBe(expected);
  });

  it('keeps the outer limits of an occurrence', () => {
    expect(valuesOf({ occurrenceTiming: { event: ['2026-02-01', '2026-03-01T10:00:00Z'] } }).occurrence).toBe(
      '[2026-01-31T23:00:00.000Z,2026-03-01T10:00:01.000Z)',
    );
    expect(valuesOf({ occurrencePeriod: { end: '2026' } }).occurrence).toBe('[,2026-12-31T23:00:00.000Z)');
    expect(valuesOf({ occurrenceTiming: { repeat: { frequency: 1 } } })).toEqual({ ...nothing, tokens: [presenceToken('occurrence')] });
  });

  it('keeps what is longer than an index takes', () => {
    const [, any, bare] = valuesOf({ identifier: [{ value: 'v'.repeat(5000) }] }).tokens;
    expect([any!.length, bare!.length]).toEqual([43, 43]);
    expect(any).not.toBe(bare);
  });

  it('does not stumble over what is not as it should be', () => {
    expect(
      valuesOf({ code: { concept: { coding: [null, 'x'] } }, subject: null, identifier: 'x' } as unknown as NativeServiceRequest).tokens,
    ).toEqual([presenceToken('code')]);
  });
});
