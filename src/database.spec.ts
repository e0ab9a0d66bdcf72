import { poolSizeOf } from './database';

describe('poolSizeOf', () => {
  it.each([
    [1, 10],
    [2, 10],
    [8, 10],
    [9, 8],
    [16, 5],
    [20, 4],
    [64, 4],
  ])('gives each of %d workers %d connections', (workers, connections) => {
    expect(poolSizeOf(workers)).toBe(connections);
  });
});
