import { ExactNumber, stringifyJson } from '@gateway/kernel';
import fc from 'fast-check';
import { toObservedValue } from './observed-value.mapper';
import { toUnit } from './units';

const system = 'http://unitsofmeasure.org';
const snomed = 'http://snomed.info/sct';
const mmol = { unit: 'mmol/L', system, code: 'mmol/L' };
const one = { system, code: '1' };
const read = (text: string, unit: string | null = null) => toObservedValue(text, toUnit(unit));

describe('a number', () => {
  it.each([
    ['5.1', { value: 5.1 }],
    ['5.10', { value: new ExactNumber('5.10') }],
    [' 5.10\n', { value: new ExactNumber('5.10') }],
    ['-3', { value: -3 }],
    ['1e5', { value: new ExactNumber('1e5') }],
    ['12345678901234567890.123', { value: new ExactNumber('12345678901234567890.123') }],
    ['<0.5', { value: 0.5, comparator: '<' }],
    ['< 0.50', { value: new ExactNumber('0.50'), comparator: '<' }],
    ['<=7', { value: 7, comparator: '<=' }],
    ['≤ 7', { value: 7, comparator: '<=' }],
    ['>7', { value: 7, comparator: '>' }],
    ['>= 200', { value: 200, comparator: '>=' }],
    ['≥200', { value: 200, comparator: '>=' }],
    ['>-2', { value: -2, comparator: '>' }],
  ])('%j', (text, quantity) => {
    expect(read(text)).toEqual({ valueQuantity: quantity });
    expect(read(text, 'mmol/L')).toEqual({ valueQuantity: { ...quantity, ...mmol } });
  });

  it('keeps the digits of every decimal', () => {
    const decimal = fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$/);
    fc.assert(
      fc.property(decimal, fc.constantFrom('', '<', '<=', '>', '>='), (digits, comparator) => {
        expect(stringifyJson(read(`${comparator}${digits}`))).toBe(
          `{"valueQuantity":{"value":${digits}${comparator === '' ? '' : `,"comparator":"${comparator}"`}}}`,
        );
      }),
    );
  });
});

describe('two numbers', () => {
  it('are a ratio with a colon', () => {
    expect(read('1:80')).toEqual({ valueRatio: { numerator: { value: 1, ...one }, denominator: { value: 80, ...one } } });
    expect(read(' 1.0 : 80 ')).toEqual({
      valueRatio: { numerator: { value: new ExactNumber('1.0'), ...one }, denominator: { value: 80, ...one } },
    });
    expect(read('0:1', 'mmol/L')).toEqual({ valueRatio: { numerator: { value: 0, ...mmol }, denominator: { value: 1, ...one } } });
  });

  it.each(['1:0', '1:0.00', '-1:80', '1:-80', '1:80:2', '1:080', ':80', '<1:80'])('are no ratio in %s', (text) => {
    expect(read(text)).toEqual({ valueString: text });
  });

  it.each([
    ['2-5', 2, 5],
    ['2 – 5', 2, 5],
    ['5-5', 5, 5],
    ['-5--2', -5, -2],
    ['-5-2', -5, 2],
    ['0.10-0.2', new ExactNumber('0.10'), 0.2],
    ['9007199254740992-9007199254740993', 9007199254740992, new ExactNumber('9007199254740993')],
  ])('are a range in %s', (text, low, high) => {
    expect(read(text)).toEqual({ valueRange: { low: { value: low }, high: { value: high } } });
    expect(read(text, 'mmol/L')).toEqual({ valueRange: { low: { value: low, ...mmol }, high: { value: high, ...mmol } } });
  });

  it.each(['5-2', '9007199254740993-9007199254740992', '2024-01', '2024-01-05', '2—5', '2-', '2-5-7', '<2-5'])(
    'are no range in %s',
    (text) => {
      expect(read(text)).toEqual({ valueString: text });
    },
  );
});

describe('a word', () => {
  it.each([
    ['positive', '10828004', 'Positive'],
    ['POSITIV', '10828004', 'Positive'],
    ['Négatif', '260385009', 'Negative'],
    ['Ne\u0301gatif', '260385009', 'Negative'],
    ['detected', '260373001', 'Detected'],
    ['nachweisbar', '260373001', 'Detected'],
    [' Not   Detected ', '260415000', 'Not detected'],
    ['nicht nachgewiesen', '260415000', 'Not detected'],
    ['non\u00a0détecté', '260415000', 'Not detected'],
    ['reaktiv', '11214006', 'Reactive'],
    ['nicht reaktiv', '131194007', 'Non-Reactive'],
    ['non-reactive', '131194007', 'Non-Reactive'],
    ['indeterminate', '82334004', 'Indeterminate'],
    ['inconclusive', '419984006', 'Inconclusive'],
    ['équivoque', '42425007', 'Equivocal'],
    ['vorhanden', '52101004', 'Present'],
    ['absent', '2667000', 'Absent'],
    ['Normal', '17621005', 'Normal'],
    ['anormal', '263654008', 'Abnormal'],
    ['schwach positiv', '260408008', 'Weakly positive'],
  ])('%j has a code', (text, code, display) => {
    expect(read(text)).toEqual({ valueCodeableConcept: { coding: [{ system: snomed, code, display }], text } });
  });

  it.each(['grenzwertig', 'Stark positiv', 'traces', 'invalid'])('%s is known without one', (text) => {
    expect(read(text)).toEqual({ valueCodeableConcept: { text } });
  });
});

describe('any other text', () => {
  it.each([
    '5,10',
    '007',
    '+5',
    '.5',
    '5.',
    '1 000',
    '<',
    '< <5',
    '=5',
    'ca. 5',
    'positive?',
    'nicht  positiv',
    '++',
    'constructor',
    'A Rh+',
  ])('%s stays as it is', (text) => {
    expect(read(text, 'mmol/L')).toEqual({ valueString: text });
  });

  it('keeps white space, and shows control characters', () => {
    expect(read('  a \u0001\tb\u001f\n')).toEqual({ valueString: '  a ␁\tb␟\n' });
  });

  it('is what numbers are that no reader takes', () => {
    const long = '9'.repeat(500);
    expect(read(long)).toEqual({ valueString: long });
    expect(read('1e99999')).toEqual({ valueString: '1e99999' });
    expect(read('1-1e99999')).toEqual({ valueString: '1-1e99999' });
  });

  it('ends after the longest that FHIR can hold', () => {
    const value = read(`${'a'.repeat(1024 * 1024 - 2)}\u{1f600}bc`);
    expect(value).toEqual({ valueString: `${'a'.repeat(1024 * 1024 - 2)}…` });
  });

  it.each(['', ' ', '\n\t', '\u00a0'])('%j is no value', (text) => {
    const coding = [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown', display: 'Unknown' }];
    expect(read(text, 'mmol/L')).toEqual({ dataAbsentReason: { coding } });
  });

  it('is read in a time that does not depend on how it is made', () => {
    const hostile = [`${' '.repeat(100_000)}x`, '1'.repeat(100_000), `1${'0'.repeat(1900)}-`, `1${' '.repeat(1900)}:`, '-'.repeat(100_000)];
    const start = performance.now();
    for (const text of hostile) read(text);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
