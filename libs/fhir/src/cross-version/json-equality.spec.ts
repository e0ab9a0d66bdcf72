import { ExactNumber } from '@gateway/kernel';
import { isSameJson } from './json-equality';

const exact = (digits: string): ExactNumber => new ExactNumber(digits);

describe('isSameJson', () => {
  it.each<[unknown, unknown]>([
    [exact('5.10'), exact('5.10')],
    [5, exact('5')],
    [
      { a: 1, b: [null, 'x'] },
      { b: [null, 'x'], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [undefined, undefined],
  ])('takes %j and %j for the same', (one, other) => {
    expect(isSameJson(one, other)).toBe(true);
    expect(isSameJson(other, one)).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [exact('5.10'), 5.1],
    [exact('5.10'), exact('5.100')],
    [1, '1'],
    [null, undefined],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [exact('5.10'), {}],
  ])('tells %j from %j', (one, other) => {
    expect(isSameJson(one, other)).toBe(false);
    expect(isSameJson(other, one)).toBe(false);
  });
});
