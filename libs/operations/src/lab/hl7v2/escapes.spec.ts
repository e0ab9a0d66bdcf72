import fc from 'fast-check';
import { charsetOf } from './charsets';
import type { Delimiters } from './delimiters';
import { escapeText, type TextSyntax, unescapeText } from './escapes';

const usual: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' };
const syntaxOf = (delimiters: Delimiters, charset = 'UTF-8'): TextSyntax => ({ ...delimiters, decode: charsetOf(charset)!.decode });

describe('unescapeText', () => {
  it.each([
    ['plain', 'plain'],
    ['\\F\\\\S\\\\T\\\\R\\\\E\\', '|^&~\\'],
    ['a\\T\\b\\T\\c', 'a&b&c'],
    ['\\X41\\\\XC3A4\\\\x0D0A\\', 'Aä\r\n'],
    ['one\\.br\\two\\.sp\\three\\.sp+2\\four', 'one\ntwo\nthree\n\nfour'],
    ['\\.ce\\Title\\.in+4\\\\.ti-2\\\\.fi\\\\.nf\\x\\.sk3\\y', '\nTitlex   y'],
    ['\\H\\bold\\N\\', 'bold'],
    ['\\E\\.br\\E\\', '\\.br\\'],
    ['100 \\ 3', '100 \\ 3'],
    ['\\', '\\'],
    ['\\\\', '\\\\'],
    ['C:\\data\\new', 'C:\\data\\new'],
    ['\\Zlocal\\', '\\Zlocal\\'],
    ['\\C2842\\\\M2442\\', '\\C2842\\\\M2442\\'],
    ['\\X4\\\\X\\\\XZZ\\\\XFF\\', '\\X4\\\\X\\\\XZZ\\\\XFF\\'],
    ['\\.sp9999\\', '\\.sp9999\\'],
    ['\\toString\\\\constructor\\', '\\toString\\\\constructor\\'],
  ])('%j is %j', (raw, text) => {
    expect(unescapeText(raw, syntaxOf(usual))).toBe(text);
  });

  it('reads bytes in the character set of the message', () => {
    expect(unescapeText('\\XE4\\', syntaxOf(usual, '8859/1'))).toBe('ä');
  });

  it('leaves everything where there is no escape character', () => {
    expect(unescapeText('\\F\\', syntaxOf({ ...usual, escape: '' }))).toBe('\\F\\');
  });
});

const delimiters = fc
  .uniqueArray(fc.constantFrom(...Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')), { minLength: 5, maxLength: 5 })
  .map(([field = '', component = '', repetition = '', escape = '', subcomponent = '']) => ({
    field,
    component,
    repetition,
    escape,
    subcomponent,
  }));

it('a text that is escaped comes back, whatever the delimiters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), delimiters, (text, given) => {
      const escaped = escapeText(text, given);
      const { escape, ...separators } = given;
      for (const separator of [...Object.values(separators), '\r', '\n']) expect(escaped.includes(separator)).toBe(false);
      expect(escape.length).toBe(1);
      expect(unescapeText(escaped, syntaxOf(given))).toBe(text.replace(/\r\n|\r/g, '\n'));
    }),
    { numRuns: 1000 },
  );
});

it('any text is read without an error, and none grows beyond measure', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\\.XFbrsp0-9A-Z|]{0,200}$/), (raw) => {
      expect(unescapeText(raw, syntaxOf(usual)).length).toBeLessThanOrEqual(raw.length * 1000);
    }),
  );
});

it('without an escape character delimiters become blanks', () => {
  expect(escapeText('a|b^c\nd', { ...usual, escape: '' })).toBe('a b c d');
});
