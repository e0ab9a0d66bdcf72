import { validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { attachmentDisposition } from './content-disposition';

const extendedName = (header: string): string => decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '');

describe('attachmentDisposition', () => {
  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Befund Müller.pdf', `attachment; filename="Befund M_ller.pdf"; filename*=UTF-8''Befund%20M%C3%BCller.pdf`],
    ['a"b.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a%22b.pdf`],
    ['a\\b.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a%5Cb.pdf`],
    ['50%.pdf', `attachment; filename="50_.pdf"; filename*=UTF-8''50%25.pdf`],
    ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
    ['a;b=c.pdf', `attachment; filename="a;b=c.pdf"; filename*=UTF-8''a%3Bb%3Dc.pdf`],
  ])('names %s', (name, header) => {
    expect(attachmentDisposition(name)).toBe(header);
  });

  it('carries every name in full, in a header that is safe to send', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (name) => {
        const header = attachmentDisposition(name);
        expect(() => {
          validateHeaderValue('Content-Disposition', header);
        }).not.toThrow();
        // RFC 6266: a quoted string, then attr-chars of RFC 8187 and percent-encoded bytes alone.
        expect(header).toMatch(
          /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*$/,
        );
        expect(extendedName(header)).toBe(name.toWellFormed());
      }),
    );
  });

  it('survives half a character', () => {
    expect(extendedName(attachmentDisposition('a\ud800.pdf'))).toBe('a\ufffd.pdf');
  });
});
