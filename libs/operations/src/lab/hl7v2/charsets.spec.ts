import fc from 'fast-check';
import { charsetOf, unknownCharset } from './charsets';

const [ascii, latin1, latin9, utf8] = ['', '8859/1', '8859/15', 'UNICODE UTF-8'].map((name) => charsetOf(name)!) as [any, any, any, any];

describe('charsetOf', () => {
  it.each([
    ['', 'us-ascii'],
    ['ASCII', 'us-ascii'],
    ['8859/1', 'iso-8859-1'],
    ['ISO-8859-15', 'iso-8859-15'],
    ['8859/5', 'iso-8859-5'],
    ['UNICODE UTF-8', 'utf-8'],
    ['utf8', 'utf-8'],
  ])('%j is %s', (name, expected) => {
    expect(charsetOf(name)?.name).toBe(expected);
  });

  it.each(['8859/12', '8859/16', 'ISO IR87', 'UNICODE UTF-16', 'GB 18030-2000', 'BIG-5', 'x'])('%s is not known', (name) => {
    expect(charsetOf(name)).toBeUndefined();
  });
});

describe('decode', () => {
  it('replaces nothing', () => {
    expect(ascii.decode(Buffer.of(0x41, 0xe4))).toBeUndefined();
    expect(utf8.decode(Buffer.of(0x41, 0xe4))).toBeUndefined();
    expect(utf8.decode(Buffer.from([0xed, 0xa0, 0x80]))).toBeUndefined();
    expect([latin1.decode(Buffer.of(0xe4, 0xb5)), latin9.decode(Buffer.of(0xa4))]).toEqual(['äµ', '€']);
  });

  it.each(['8859/1', '8859/2', '8859/5', '8859/9', '8859/15'])('and encode of %s are each other’s reverse', (name) => {
    const charset = charsetOf(name)!;
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = charset.decode(Buffer.from(bytes));
        if (text !== undefined) expect(charset.encode(text)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('of an unknown character set keeps the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(unknownCharset.encode(unknownCharset.decode(Buffer.from(bytes))!)).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

it.each([
  [ascii, 'Gerät, œuvre, l’été, groß, ≥', "Gerat, ?uvre, l'ete, gross, ?"],
  [latin1, 'Gerät Ω', 'Ger\xe4t ?'],
  [utf8, 'Ω', '\xce\xa9'],
])('characters that are not there become plain ones', (charset, text, expected) => {
  expect(charset.encode(text).toString('latin1')).toBe(expected);
});
