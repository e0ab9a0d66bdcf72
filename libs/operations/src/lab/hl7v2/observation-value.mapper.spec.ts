import fc from 'fast-check';
import { toDecimalText } from './observation-value.mapper';

describe('toDecimalText', () => {
  it.each([
    ['5.10', '5.10'],
    ['+5', '5'],
    ['-0.50', '-0.50'],
    ['007.0', '7.0'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    ['000', '0'],
    [' 5 ', '5'],
    ['12345678901234567890.10', '12345678901234567890.10'],
  ])('%s is %s', (written, text) => {
    expect(toDecimalText(written)).toBe(text);
  });

  it.each(['', '.', '-', '+', '5,1', '1e5', '<5', '5 mmol', '1-2', '--5', '٣', '0x1', 'NaN'])('%j is no number', (written) => {
    expect(toDecimalText(written)).toBeUndefined();
  });

  it('keeps every digit that counts', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat({ max: 12 }), (digits, zeros) => {
        const written = `${digits}.${'0'.repeat(zeros)}1`;
        expect(toDecimalText(written)).toBe(written);
      }),
    );
  });
});
