import { type MetaPlace, placeInMeta, toMeta, toMetaList } from './meta.mapper';

const tag = (code: string) => ({ system: 'urn:x', code });

const source = { extension: [{ url: 'urn:x', valueCode: 'a' }] };

describe('toMeta', () => {
  it.each<[string, unknown, unknown]>([
    ['an object as it is', { profile: ['a'], source: 'urn:s' }, { profile: ['a'], source: 'urn:s' }],
    ['an array of one', [{ profile: ['a'] }], { profile: ['a'] }],
    ['nothing of null', null, undefined],
    ['nothing of an empty array', [], undefined],
    ['nothing of an empty Meta', [{}], undefined],
    ['nothing where all is the server’s', [{ versionId: 3, lastUpdated: '2024-01-01T00:00:00Z', _lastUpdated: source }], undefined],
    ['no version, be it a number or a text', { versionId: '3', source: 'urn:s' }, { source: 'urn:s' }],
    ['no member that is null', [{ source: null, profile: ['a'] }], { profile: ['a'] }],
    [
      'one of several: lists in order, the first of the rest',
      [
        { id: 'i', profile: ['a', 'b'], security: [tag('s')], source: 'urn:1' },
        { id: 'j', profile: ['c'], tag: [tag('t')], security: [tag('u')], source: 'urn:2', extension: [{ url: 'urn:x', valueCode: 'a' }] },
        { extension: [{ url: 'urn:x', valueCode: 'b' }], foo: 1 },
      ],
      {
        id: 'i',
        profile: ['a', 'b', 'c'],
        security: [tag('s'), tag('u')],
        source: 'urn:1',
        tag: [tag('t')],
        extension: [
          { url: 'urn:x', valueCode: 'a' },
          { url: 'urn:x', valueCode: 'b' },
        ],
        foo: 1,
      },
    ],
    ['the source of the entry that has one', [{ source: null }, { source: 'urn:2' }], { source: 'urn:2' }],
    [
      'companions beside their values',
      [{ profile: ['a', 'b'] }, { profile: ['c'], _profile: [source] }, { _profile: [source] }],
      { profile: ['a', 'b', 'c', null], _profile: [null, null, source, source] },
    ],
    ['a list of the wrong type as it is', [{ tag: [tag('a')] }, { tag: 'b' }], { tag: 'b' }],
    ['an entry that is no object as it is', [{ source: 'urn:s' }, 7, null], 7],
    ['a text as it is', 'x', 'x'],
    ['a version of the wrong type as it is', { versionId: true }, { versionId: true }],
    ['a companion of the wrong type as it is', { _versionId: 'x' }, { _versionId: 'x' }],
  ])('makes %s', (_, sent, expected) => {
    expect(toMeta(sent)).toEqual(expected);
  });
});

describe('placeInMeta', () => {
  const sent = [
    { profile: ['a', 'b'], source: 'urn:1' },
    { tag: [tag('t')], _profile: [source] },
    { profile: ['c'], tag: 'wrong', foo: 1 },
  ];

  it.each<[string | undefined, number | undefined, MetaPlace]>([
    ['profile', 0, { entry: 0, index: 0 }],
    ['profile', 1, { entry: 0, index: 1 }],
    ['profile', 2, { entry: 1, index: 0 }],
    ['profile', 3, { entry: 2, index: 0 }],
    ['profile', 4, { entry: 2, index: 4 }],
    ['source', undefined, { entry: 0, index: undefined }],
    ['tag', undefined, { entry: 2, index: undefined }],
    ['foo', undefined, { entry: 2, index: undefined }],
    ['security', undefined, { entry: 0, index: undefined }],
    [undefined, undefined, { entry: 0, index: undefined }],
  ])('finds %s, item %p', (name, index, place) => {
    expect(placeInMeta(sent, name, index)).toEqual(place);
  });

  it('finds the entry that is no Meta', () => {
    expect(placeInMeta([{}, 7], undefined, undefined)).toEqual({ entry: 1, index: undefined });
  });
});

it.each<[unknown, unknown]>([
  [{ versionId: '3', lastUpdated: '2024-01-01T00:00:00Z' }, [{ versionId: 3, lastUpdated: '2024-01-01T00:00:00Z' }]],
  [{ versionId: '03' }, [{ versionId: '03' }]],
  [{ profile: ['a'] }, [{ profile: ['a'] }]],
  [undefined, undefined],
])('writes the Meta %j as %j', (meta, expected) => {
  expect(toMetaList(meta)).toEqual(expected);
});
