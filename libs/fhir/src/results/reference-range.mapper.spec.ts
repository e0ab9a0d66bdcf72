import type { ReferenceInterval } from '@gateway/core';
import { ExactNumber } from '@gateway/kernel';
import { toReferenceRanges } from './reference-range.mapper';
import { toUnit } from './units';

const mmol = { unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' };

const interval = (label: string, lower: ReferenceInterval['lower'], upper: ReferenceInterval['upper']): ReferenceInterval => ({
  label,
  lower,
  upper,
});

const read = (unit: string | null, ...intervals: ReferenceInterval[]) => toReferenceRanges({ intervals }, toUnit(unit), unit);

describe('toReferenceRanges', () => {
  it('spells the exact bounds, and keeps their digits', () => {
    const normal = interval('normal', { operator: '>', value: 3.5 }, { operator: '<=', value: new ExactNumber('5.10') });
    expect(read('mmol/L', normal)).toEqual([
      {
        low: { value: 3.5, ...mmol },
        high: { value: new ExactNumber('5.10'), ...mmol },
        type: { text: 'normal' },
        text: 'normal: > 3.5 – <= 5.10 mmol/L',
      },
    ]);
  });

  it.each<[string, ReferenceInterval, object]>([
    ['an upper bound', interval('', null, { operator: '<', value: 5 }), { high: { value: 5 }, text: '< 5' }],
    ['a lower bound', interval(' ', { operator: '>=', value: 0 }, null), { low: { value: 0 }, text: '>= 0' }],
    [
      'a bound without a value',
      interval('', { operator: '>', value: null }, { operator: '<', value: -1 }),
      { high: { value: -1 }, text: '< -1' },
    ],
    ['a label alone', interval('see report', null, null), { type: { text: 'see report' }, text: 'see report' }],
    [
      'a label with control characters',
      interval('a\u0002', null, { operator: '<', value: 1 }),
      { high: { value: 1 }, type: { text: 'a␂' }, text: 'a␂: < 1' },
    ],
  ])('takes %s', (_, given, expected) => {
    expect(read(null, given)).toEqual([expected]);
  });

  it('has no comparator, and the unit as written where UCUM does not know it', () => {
    expect(read('mm Hg', interval('', null, { operator: '<', value: 5 }))).toEqual([
      { high: { value: 5, unit: 'mm Hg' }, text: '< 5 mm Hg' },
    ]);
  });

  it('leaves out what says nothing', () => {
    expect(read('mmol/L', interval('', null, null), interval(' ', { operator: '>', value: null }, null))).toEqual([]);
    expect(toReferenceRanges(null, {}, null)).toEqual([]);
  });

  it('keeps the order of several', () => {
    const texts = read(
      null,
      interval('low risk', null, { operator: '<', value: 1 }),
      interval('high risk', { operator: '>=', value: 3 }, null),
    );
    expect(texts.map(({ text }) => text)).toEqual(['low risk: < 1', 'high risk: >= 3']);
  });
});
