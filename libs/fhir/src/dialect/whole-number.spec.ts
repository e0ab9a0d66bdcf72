import { ExactNumber } from '@gateway/kernel';
import { isServerText, isWholeNumber, toIdText } from './whole-number';

it.each<[unknown, boolean]>([
  ['0', true],
  ['12', true],
  ['-5', true],
  ['9007199254740991', true],
  ['9007199254740992', false],
  ['012', false],
  ['-0', false],
  ['+1', false],
  ['1.0', false],
  ['1e3', false],
  [' 1', false],
  ['', false],
  ['a1', false],
  [12, false],
])('%p is a text that a number can stand for: %p', (value, expected) => {
  expect(isWholeNumber(value)).toBe(expected);
});

it.each<[unknown, unknown]>([
  [12, '12'],
  [0, '0'],
  [-5, '-5'],
  [new ExactNumber('12345678901234567890'), '12345678901234567890'],
  [new ExactNumber('12.0'), new ExactNumber('12.0')],
  [1.5, 1.5],
  [1e21, 1e21],
  ['a', 'a'],
  [true, true],
  [null, null],
])('the id %p is read as %p', (value, expected) => {
  expect(toIdText(value)).toEqual(expected);
});

it.each<[unknown, boolean]>([
  ['any text', true],
  [7, true],
  [1.5, false],
  [true, false],
  [{}, false],
  [undefined, false],
])('%p is what a client may send where the server decides: %p', (value, expected) => {
  expect(isServerText(value)).toBe(expected);
});
