import { readMoment, withOffsetSign } from './moment';

describe('readMoment', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00Z'],
    ['2026-01-31T09:30:00.250-05:00', '2026-01-31T09:30:00.250-05:00'],
    ['2026-01-31T09:30:00 01:00', '2026-01-31T09:30:00+01:00'],
  ])('reads %s as %s', (value, moment) => {
    expect(readMoment({ name: '_since', value })).toBe(moment);
  });

  it.each(['', '2026', '2026-02-29', '2026-01-31T09:30:00', '2026-01-31 09:30:00', '2026-01-31T09:30:00  01:00'])(
    'refuses "%s"',
    (value) => {
      expect(() => readMoment({ name: '_since', value })).toThrow(
        expect.objectContaining({
          code: 'query_bad_value',
          parameters: { name: '_since', value, expected: 'YYYY-MM-DD, YYYY-MM-DDThh:mm:ssZ, YYYY-MM-DDThh:mm:ss+hh:mm' },
        }),
      );
    },
  );
});

describe('withOffsetSign', () => {
  it.each([
    ['2026-01-31T09:30 01:00', '2026-01-31T09:30+01:00'],
    ['2026-01-31T09:30+01:00', '2026-01-31T09:30+01:00'],
    ['2026-01-31 09:30:00', '2026-01-31 09:30:00'],
    ['a 01:00 b', 'a 01:00 b'],
  ])('makes of %s %s', (text, mended) => {
    expect(withOffsetSign(text)).toBe(mended);
  });
});
