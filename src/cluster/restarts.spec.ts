import { pauseBefore, quickEndsAfter } from './restarts';

describe('pauseBefore', () => {
  it.each([
    [0, 100],
    [1, 100],
    [2, 200],
    [3, 400],
    [7, 6_400],
    [8, 10_000],
    [5_000, 10_000],
  ])('is, after %d quick ends, %d ms', (quickEnds, pause) => {
    expect(pauseBefore(quickEnds)).toBe(pause);
  });
});

describe('quickEndsAfter', () => {
  it.each([
    [0, undefined, 1],
    [4, undefined, 5],
    [4, 29_999, 5],
    [4, 30_000, 0],
  ])('of %d, with one that has listened for %p ms, makes %d', (before, listened, after) => {
    expect(quickEndsAfter(before, listened)).toBe(after);
  });
});
