import { around, type TimeRange, timeRangeOf, toRangeText } from './time-range';

const berlin = (text: string) => timeRangeOf(text, 'Europe/Berlin');

describe('timeRangeOf', () => {
  it.each<[string, string | null, string | null]>([
    ['2026', '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['2026-02', '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
    ['2026-02-03', '2026-02-02T23:00:00.000Z', '2026-02-03T23:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-02-03T07:45', '2026-02-03T06:45:00.000Z', '2026-02-03T06:46:00.000Z'],
    ['2026-02-03T07:45:10', '2026-02-03T06:45:10.000Z', '2026-02-03T06:45:11.000Z'],
    ['2026-02-03T07:45:10Z', '2026-02-03T07:45:10.000Z', '2026-02-03T07:45:11.000Z'],
    ['2026-02-03T07:45:10.25+02:00', '2026-02-03T05:45:10.250Z', '2026-02-03T05:45:10.251Z'],
    ['2026-02-03T07:45-11:30', '2026-02-03T19:15:00.000Z', '2026-02-03T19:16:00.000Z'],
    // The clocks go back: the hour comes twice, and the first counts. They go forward: it does not come at all.
    ['2025-10-26T02:30:00', '2025-10-26T00:30:00.000Z', '2025-10-26T00:30:01.000Z'],
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z', '2026-03-29T01:30:01.000Z'],
    ['9999', '9998-12-31T23:00:00.000Z', '9999-12-31T23:00:00.000Z'],
    ['9999-12-31T23:59:59-12:00', null, null],
    ['0001-01-01T00:00:00+14:00', null, null],
  ])('%s', (text, low, high) => {
    expect(berlin(text)).toEqual({ low, high });
  });

  it.each([
    '',
    '26',
    '2026-13',
    '2026-02-30',
    '2026-02-03T7:45',
    '2026-02-03T24:00:00',
    '2026-02-03T07:45:60Z',
    '2026-02-03T07',
    '0000',
    '2026Z',
  ])('does not take %j', (text) => {
    expect(berlin(text)).toBeUndefined();
  });
});

describe('toRangeText', () => {
  it.each<[TimeRange, string]>([
    [{ low: '2026-01-01T00:00:00.000Z', high: '2026-01-02T00:00:00.000Z' }, '[2026-01-01T00:00:00.000Z,2026-01-02T00:00:00.000Z)'],
    [{ low: null, high: '2026-01-02T00:00:00.000Z' }, '[,2026-01-02T00:00:00.000Z)'],
    [{ low: '2026-01-01T00:00:00.000Z', high: null }, '[2026-01-01T00:00:00.000Z,)'],
    [{ low: '2026-01-02T00:00:00.000Z', high: '2026-01-01T00:00:00.000Z' }, '[2026-01-02T00:00:00.000Z,2026-01-02T00:00:00.000Z]'],
  ])('%j', (range, expected) => {
    expect(toRangeText(range)).toBe(expected);
  });
});

describe('around', () => {
  it('goes from the first beginning to the last end', () => {
    expect(around([])).toBeUndefined();
    expect(around([berlin('2026-02')!, berlin('2026-01')!, berlin('2026-01-15')!])).toEqual({
      low: '2025-12-31T23:00:00.000Z',
      high: '2026-02-28T23:00:00.000Z',
    });
    expect(around([{ low: null, high: null }, berlin('2026')!])).toEqual({ low: null, high: null });
  });
});
