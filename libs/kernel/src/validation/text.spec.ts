import { text } from './text';

const isTaken = (value: string): boolean => text({ max: 3 }).safeParse(value).success;

describe('the greatest length of a text', () => {
  it.each([
    ['abc', true],
    ['abcd', false],
    ['😀😀😀', true],
    ['😀😀😀a', false],
    ['a😀b', true],
  ])('counts the code points of %s', (value, expected) => {
    expect(isTaken(value)).toBe(expected);
  });

  it('does not count those of a text that is far too long', () => {
    const iterate = jest.spyOn(String.prototype, Symbol.iterator as never);
    expect(isTaken('😀'.repeat(10_000_000))).toBe(false);
    expect(iterate).not.toHaveBeenCalled();
    iterate.mockRestore();
  });
});
