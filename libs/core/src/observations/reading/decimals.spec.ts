import { ExactNumber } from '@gateway/kernel';
import fc from 'fast-check';
import { compareDecimals, decimalPattern, toDecimal } from './decimals';

const whole = new RegExp(`^${decimalPattern}$`);

describe('decimalPattern', () => {
  it.each(['0', '-0', '5.10', '1e5', '1E+5', '-1.5e-7', '12345678901234567890.123'])('takes %s', (text) => {
    expect(whole.test(text)).toBe(true);
  });

  it.each(['', '5,10', '007', '+5', '.5', '5.', '1e', '1e1.5', '٣', 'NaN', 'Infinity', '0x1', '1 000'])('does not take %j', (text) => {
    expect(whole.test(text)).toBe(false);
  });

  it('takes what JSON takes for a number, and nothing else', () => {
    const isJsonNumber = (text: string): boolean => {
      try {
        return typeof JSON.parse(text) === 'number' && text.trim() === text;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.stringMatching(/^[-+0-9.eE]{1,8}$/), (text) => {
        expect(whole.test(text)).toBe(isJsonNumber(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('toDecimal', () => {
  it.each([
    ['5.1', 5.1],
    ['5.10', new ExactNumber('5.10')],
    ['-0', new ExactNumber('-0')],
    ['9'.repeat(400), new ExactNumber('9'.repeat(400))],
    ['9'.repeat(401), undefined],
    ['1e400', new ExactNumber('1e400')],
    ['1e401', undefined],
    ['1e-99999999999', undefined],
  ])('makes %s a number with its digits, where readers can take it', (digits, number) => {
    expect(toDecimal(digits)).toEqual(number);
  });
});

describe('compareDecimals', () => {
  it.each([
    ['9007199254740993', '9007199254740992', 1],
    ['0.1', '0.10000000000000000001', -1],
    ['5.10', '5.1', 0],
    ['1e2', '100', 0],
    ['-1e-400', '0', -1],
    ['-0', '0', 0],
    ['1e400', '1e399', 1],
    ['-2', '-10', 1],
  ])('compares %s and %s', (a, b, order) => {
    expect(compareDecimals(toDecimal(a)!, toDecimal(b)!)).toBe(order);
    expect(compareDecimals(toDecimal(b)!, toDecimal(a)!)).toBe(order === 0 ? 0 : -order);
  });

  it('agrees with whole numbers of any scale', () => {
    const scale = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), scale, (a, b, exponent) => {
        const [left, right] = [new ExactNumber(`${a}e-${exponent}`), new ExactNumber(`${b}e-${exponent}`)];
        expect(compareDecimals(left, right)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });
});
