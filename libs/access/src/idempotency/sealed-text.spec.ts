import fc from 'fast-check';
import { openText, sealText } from './sealed-text';

describe('sealed text', () => {
  it('comes back with the same secret, and shows nothing of itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), fc.string({ minLength: 1 }), (text, secret) => {
        const sealed = sealText(text, secret);
        expect(openText(sealed, secret)).toBe(text);
        expect(sealed.includes(text)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('does not open with another secret', () => {
    expect(() => openText(sealText('answer', 'key-1'), 'key-2')).toThrow();
  });

  it('does not open when a byte was changed', () => {
    const sealed = sealText('answer', 'key-1');
    sealed[sealed.length - 1]! ^= 1;
    expect(() => openText(sealed, 'key-1')).toThrow();
  });

  it('is another each time', () => {
    expect(sealText('answer', 'key-1')).not.toEqual(sealText('answer', 'key-1'));
  });
});
