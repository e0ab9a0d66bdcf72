import { AppError } from '@gateway/problems';
import { type KnownCode, matchesCode, readToken, type TokenValue } from './token-value';

const read = (value: string): TokenValue => readToken(value, { name: 'code', value });

describe('readToken', () => {
  it.each<[string, TokenValue]>([
    ['a', { system: undefined, code: 'a' }],
    ['s|a', { system: 's', code: 'a' }],
    ['|a', { system: '', code: 'a' }],
    ['s|', { system: 's', code: undefined }],
    [String.raw`s|a\|b`, { system: 's', code: 'a|b' }],
  ])('reads %j', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each(['', '|', 's|a|b'])('refuses %j', (value) => {
    expect(() => read(value)).toThrow(AppError);
  });
});

describe('matchesCode', () => {
  it.each<[string, KnownCode, boolean]>([
    ['a', { system: 's', code: 'a' }, true],
    ['a', { code: 'a' }, true],
    ['a', { system: 's', code: 'A' }, false],
    ['s|a', { system: 's', code: 'a' }, true],
    ['s|a', { code: 'a' }, false],
    ['|a', { code: 'a' }, true],
    ['|a', { system: 's', code: 'a' }, false],
    ['s|', { system: 's', code: 'a' }, true],
    ['s|', { system: 't', code: 'a' }, false],
  ])('%s with %j: %s', (value, known, expected) => {
    expect(matchesCode(read(value), known)).toBe(expected);
  });
});
