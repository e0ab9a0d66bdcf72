import { accepts, preferredOf } from './accept';

const json = ['application/json'];

describe('accepts', () => {
  it.each([
    undefined,
    '',
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json;q=0.5;ext=1',
    'application/json; version=1; q=0.001',
    'application/*',
    '*/*',
    'text/html, application/xhtml+xml, */*;q=0.1',
    'text/html,application/json;q=0.9',
    'application/*;q=0, application/json',
  ])('%j takes JSON', (header) => {
    expect(accepts(header, json)).toBe(true);
  });

  it.each([
    'text/html',
    'application/xml',
    'application/json;q=0',
    '*/*;q=0',
    '*/*, application/json;q=0',
    'application/*;q=0.0, text/*',
    'application/jsonx',
    'json',
    'garbage',
  ])('%j does not', (header) => {
    expect(accepts(header, json)).toBe(false);
  });

  it('takes any of several', () => {
    expect(accepts('text/plain', ['application/openmetrics-text', 'text/plain'])).toBe(true);
  });
});

describe('preferredOf', () => {
  it.each([
    [undefined, 'a/x'],
    ['*/*', 'a/x'],
    ['a/y', 'a/y'],
    ['a/y, a/x', 'a/x'],
    ['a/x;q=0.1, a/y', 'a/y'],
    ['a/y, a/x;q=0', 'a/y'],
    ['a/y;q=0.1, */*', 'a/x'],
    ['a/*;q=0.5, A/Y;v=1', 'a/y'],
    ['text/html', 'a/x'],
  ])('of %j is %s', (header, expected) => {
    expect(preferredOf(header, ['a/x', 'a/y'])).toBe(expected);
  });
});
