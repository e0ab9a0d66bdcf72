import { isGiven, mapMembers, mapObjects } from './members';

const value = JSON.parse('{"a":1,"__proto__":{"x":1},"b":null}') as Record<string, unknown>;

describe('mapMembers', () => {
  it('gives the object itself when nothing changes', () => {
    expect(mapMembers(value, () => 'same')).toBe(value);
    expect(mapMembers(value, (name, given) => [name, given])).toBe(value);
  });

  it.each<[string, Parameters<typeof mapMembers>[1], string]>([
    ['a member left out', (name) => (name === 'a' ? undefined : 'same'), '{"__proto__":{"x":1},"b":null}'],
    ['another name', (name, given) => (name === 'a' ? ['c', given] : 'same'), '{"c":1,"__proto__":{"x":1},"b":null}'],
    ['another value at the end', (name) => (name === 'b' ? [name, 2] : 'same'), '{"a":1,"__proto__":{"x":1},"b":2}'],
    ['nothing left', () => undefined, '{}'],
  ])('keeps the order and every name: %s', (_, map, expected) => {
    const mapped = mapMembers(value, map);
    expect(JSON.stringify(mapped)).toBe(expected);
    expect(Object.getPrototypeOf(mapped)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"a":1,"__proto__":{"x":1},"b":null}');
  });
});

it.each<[unknown, unknown]>([
  [{ a: 1 }, { a: 2 }],
  [
    [{ a: 1 }, 7, null, [{ a: 1 }]],
    [{ a: 2 }, 7, null, [{ a: 1 }]],
  ],
  ['a', 'a'],
  [null, null],
])('maps the objects of %j: %j', (given, expected) => {
  expect(mapObjects(given, ({ a }) => ({ a: Number(a) + 1 }))).toEqual(expected);
  expect(mapObjects(given, (each) => each)).toBe(given);
});

it.each([
  ['a', true],
  ['b', false],
  ['c', false],
  ['toString', false],
])('says whether %s is given: %p', (name, expected) => {
  expect(isGiven(value, name)).toBe(expected);
});
