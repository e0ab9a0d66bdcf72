import fc from 'fast-check';
import { separated, unescaped } from './separated';

const escaped = (text: string): string => text.replace(/[\\,|$]/g, '\\$&');

describe('separated', () => {
  it.each<[string, readonly string[]]>([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['a,,b,', ['a', '', 'b', '']],
    [String.raw`a\,b,c`, [String.raw`a\,b`, 'c']],
    [String.raw`a\\,b`, [String.raw`a\\`, 'b']],
    [String.raw`a\|b,c\$d`, [String.raw`a\|b`, String.raw`c\$d`]],
    ['a\\', ['a\\']],
  ])('reads %j as %j', (text, expected) => {
    expect(separated(text, ',')).toEqual(expected);
  });

  it('gives back what was escaped and joined', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', ',', '|', '$', '\\', 'ß') }), { minLength: 1 }), (parts) => {
        expect(separated(parts.map(escaped).join('|'), '|').map(unescaped)).toEqual(parts);
      }),
    );
  });
});

describe('unescaped', () => {
  it.each([
    [String.raw`a\,b\|c\$d\\e`, String.raw`a,b|c$d\e`],
    [String.raw`a\nb`, String.raw`a\nb`],
    ['a\\', 'a\\'],
  ])('reads %j as %j', (text, expected) => {
    expect(unescaped(text)).toBe(expected);
  });
});
