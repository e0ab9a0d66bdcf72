import { ExactNumber, type JsonObject, parseStoredJson, stringifyJson } from '@gateway/kernel';
import { patched } from './json-patch';

const resource = (): JsonObject =>
  parseStoredJson(
    '{"resourceType":"ServiceRequest","status":"active","note":[{"text":"a"}],"quantityQuantity":{"value":5.10}}',
  ) as JsonObject;

describe('patched', () => {
  it.each<[string, unknown[], string]>([
    ['replaces', [{ op: 'replace', path: '/status', value: 'revoked' }], '"status":"revoked"'],
    ['adds at the end', [{ op: 'add', path: '/note/-', value: { text: 'b' } }], '[{"text":"a"},{"text":"b"}]'],
    ['keeps digits that are moved', [{ op: 'move', from: '/quantityQuantity', path: '/other' }], '"other":{"value":5.10}'],
    ['keeps digits that it brings', [{ op: 'add', path: '/n', value: new ExactNumber('1e-7') }], '"n":1e-7'],
    ['tests by digits', [{ op: 'test', path: '/quantityQuantity/value', value: new ExactNumber('5.10') }], '5.10'],
    ['removes', [{ op: 'remove', path: '/note/0' }], '"note":[]'],
    [
      'replaces the whole',
      [{ op: 'replace', path: '', value: { resourceType: 'ServiceRequest', status: 'draft' } }],
      '{"resourceType":"ServiceRequest","status":"draft"}',
    ],
  ])('%s', (_, patch, expected) => {
    const original = resource();
    expect(stringifyJson(patched(original, patch))).toContain(expected);
    expect(stringifyJson(original)).toBe(stringifyJson(resource()));
  });

  it.each<[string, unknown[], string, number]>([
    ['a test that fails', [{ op: 'test', path: '/status', value: 'draft' }], 'patch_test_failed', 1],
    ['a test of other digits', [{ op: 'test', path: '/quantityQuantity/value', value: 5.1 }], 'patch_test_failed', 1],
    ['a path to nowhere', [{ op: 'remove', path: '/none' }], 'patch_path_missing', 1],
    ['a path below nothing', [{ op: 'add', path: '/none/a', value: 1 }], 'patch_path_missing', 1],
    [
      'an unknown operation',
      [
        { op: 'test', path: '/status', value: 'active' },
        { op: 'merge', path: '/a', value: 1 },
      ],
      'patch_malformed',
      2,
    ],
    ['no path', [{ op: 'add', value: 1 }], 'patch_malformed', 1],
    ['no value', [{ op: 'add', path: '/a' }], 'patch_malformed', 1],
    ['no pointer', [{ op: 'add', path: 'a', value: 1 }], 'patch_malformed', 1],
    ['no object', ['add'], 'patch_malformed', 1],
    ['the whole replaced by a text', [{ op: 'replace', path: '', value: 'x' }], 'body_not_object', 0],
  ])('refuses %s', (_, patch, code, position) => {
    expect(() => patched(resource(), patch)).toThrow(expect.objectContaining({ code, ...(position > 0 && { parameters: { position } }) }));
  });

  it('does not grow without bounds', () => {
    const doubling = Array.from({ length: 40 }, () => ({ op: 'copy', from: '/note', path: '/note/-' }));
    expect(() => patched(resource(), doubling)).toThrow(expect.objectContaining({ code: 'body_too_large' }));
    const many = Array.from({ length: 1001 }, () => ({ op: 'test', path: '/status', value: 'active' }));
    expect(() => patched(resource(), many)).toThrow(expect.objectContaining({ code: 'patch_malformed', parameters: { position: 1001 } }));
    expect(patched(resource(), many.slice(1))).toEqual(resource());
  });

  it('cannot reach prototypes', () => {
    patched(resource(), [{ op: 'add', path: '/__proto__/polluted', value: true }]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
