import type { JsonObject } from '@gateway/kernel';
import { BackboneExtension } from './backbone';

const baseUrl = 'https://gateway.example';
const url = 'http://example.org/detail';
const form = new BackboneExtension(
  { single: ['focus'], lists: { parameter: { single: ['code', 'value[x]'] } } },
  { focus: 'Reference', code: 'code' },
);

const parameter = (code: string, value: JsonObject): JsonObject => ({
  url: 'parameter',
  extension: [
    { url: 'code', valueCode: code },
    { url: 'value', ...value },
  ],
});

const whole = (element: JsonObject): JsonObject => ({
  url: `${baseUrl}/fhir/StructureDefinition/original-element`,
  valueString: JSON.stringify(element),
});

describe('BackboneExtension', () => {
  it.each<[string, JsonObject, readonly JsonObject[]]>([
    [
      'all members in their official form',
      {
        focus: { reference: 'Device/1' },
        parameter: [
          { code: 'a', valueString: 'x' },
          { code: 'b', valueBoolean: false },
        ],
      },
      [
        { url: 'focus', valueReference: { reference: 'Device/1' } },
        parameter('a', { valueString: 'x' }),
        parameter('b', { valueBoolean: false }),
      ],
    ],
    [
      'what has no such form as JSON beside it',
      { id: '1', parameter: [{ code: 'a', valueString: 'x' }] },
      [parameter('a', { valueString: 'x' }), whole({ id: '1', parameter: [{ code: 'a', valueString: 'x' }] })],
    ],
    ['an element without any such form', { id: '1' }, [whole({ id: '1' })]],
  ])('writes %s, and reads it back', (_name, element, extension) => {
    expect(form.encode(url, element, baseUrl)).toEqual({ url, extension });
    expect(form.decode({ url, extension }, baseUrl)).toEqual(element);
  });

  it('reads the parts where they differ from the JSON beside them', () => {
    const extension = [parameter('b', { valueString: 'x' }), whole({ id: '1', parameter: [{ code: 'a', valueString: 'x' }] })];
    expect(form.decode({ url, extension }, baseUrl)).toEqual({ parameter: [{ code: 'b', valueString: 'x' }] });
  });

  it.each<[string, JsonObject]>([
    ['a value instead of parts', { url, valueString: 'x' }],
    ['a part that it does not know', { url, extension: [{ url: 'other', valueString: 'x' }] }],
    ['a part of another type', { url, extension: [{ url: 'focus', valueString: 'x' }] }],
    ['a part twice', { url, extension: [1, 2].map(() => ({ url: 'focus', valueReference: {} })) }],
    ['more than parts', { url, id: '1', extension: [{ url: 'focus', valueReference: {} }] }],
    ['JSON that is none', { url, extension: [{ ...whole({}), valueString: '{' }] }],
    ['JSON that names a member twice', { url, extension: [{ ...whole({}), valueString: '{"a":1,"a":2}' }] }],
    ['nothing', { url, extension: [] }],
  ])('does not read %s', (_name, extension) => {
    expect(form.decode(extension, baseUrl)).toBeUndefined();
  });
});
