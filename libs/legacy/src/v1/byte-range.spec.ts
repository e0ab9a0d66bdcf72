import { byteRangeOf } from './byte-range';

describe('byteRangeOf', () => {
  it.each<[string, number, ReturnType<typeof byteRangeOf>]>([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=5-', 10, { start: 5, end: 9 }],
    ['bytes=5-99999999999999999999999', 10, { start: 5, end: 9 }],
    ['bytes=-4', 10, { start: 6, end: 9 }],
    ['bytes=-40', 10, { start: 0, end: 9 }],
    ['Bytes= 1-2 ', 10, { start: 1, end: 2 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=99999999999999999999999-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-5', 0, 'unsatisfiable'],
    ['bytes=5-2', 10, undefined],
    ['bytes=0-1,4-5', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=a-b', 10, undefined],
    ['lines=0-1', 10, undefined],
    ['', 10, undefined],
  ])('reads %j of %d bytes', (header, size, expected) => {
    expect(byteRangeOf(header, size)).toEqual(expected);
  });
});
