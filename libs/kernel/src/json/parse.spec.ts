import fc from 'fast-check';
import { canonicalJson } from './canonical';
import { ExactNumber, stringifyJson } from './exact-number';
import { JsonSyntaxError, parseJson, parseStoredJson } from './parse';

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));

/** A JSON number in any spelling that the grammar allows (RFC 8259 section 6). */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,24}$/)),
    fc.option(digits(1, 20), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits(1, 3)), { nil: undefined }),
  )
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`);

/** JSON text without insignificant white space; member names differ and are no array indices, which objects put first. */
const { text: jsonText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('true', 'false', 'null'),
    numberText,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'toJSON', 'constructor')), tie('text')), {
        maxLength: 4,
        selector: ([key]) => key,
      })
      .map((members) => members.filter(([key]) => !/^\d+$/.test(key)))
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
}));

describe('parseJson', () => {
  it('gives back every JSON text as it was written, digit for digit', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(stringifyJson(parseJson(text, 32).value)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('builds the same value as JSON.parse, but for numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        expect(stringifyJson(parseJson(text, 32).value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('tells a member that is named twice beside a number that no float holds', () => {
    expect(parseJson('{"a":1.50,"b":{"c":1,"c":2}}', 32).duplicate).toBeDefined();
  });

  it('takes a member __proto__ for a member', () => {
    const { value } = parseJson('{"__proto__":{"polluted":1.50}}', 32);
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['', 0],
    ['{', 1],
    ['{"a":1,}', 7],
    ["{'a':1}", 1],
    ['{"a":01}', 6],
    ['[1 2]', 3],
    ['NaN', 0],
    ['{"a":"\t"}', 6],
    ['\uFEFF{}', 0],
    ['{}x', 2],
    ['{"a":"\\x"}', 7],
  ])('says where %j stops being JSON', (text, position) => {
    const parse = () => parseJson(text, 32);
    expect(parse).toThrow(JsonSyntaxError);
    expect(parse).toThrow(expect.objectContaining({ position }));
  });

  it('tells the depth past the maximum without building exact numbers', () => {
    const deep = `${'['.repeat(100_000)}1.0${']'.repeat(100_000)}`;
    expect(parseJson(deep, 32)).toMatchObject({ depth: 100_000, needsExactNumbers: true });
  });
});

describe('parseStoredJson', () => {
  it('keeps every number that the database can give back', () => {
    // jsonb has no negative zero and no exponents: it writes all digits out.
    const storedNumber = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,30}$/)),
        fc.option(digits(1, 30), { nil: undefined }),
      )
      .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}`)
      .filter((text) => !/^-0(\.0*)?$/.test(text));
    fc.assert(
      fc.property(storedNumber, (number) => {
        const text = `{"value":${number}}`;
        expect(stringifyJson(parseStoredJson(text))).toBe(text);
      }),
      { numRuns: 1000, examples: [['0.0000001'], ['-0.00000012'], ['1000000000000000000000'], ['5.10']] },
    );
  });
});

describe('exact numbers', () => {
  it('are exact only where a float would change them', () => {
    expect(parseJson('[5.1,5.10]', 32).value).toEqual([5.1, new ExactNumber('5.10')]);
  });

  it('compare as numbers', () => {
    expect(Number(new ExactNumber('5.10'))).toBe(5.1);
    expect(new ExactNumber('5.10') > (5 as unknown as ExactNumber)).toBe(true);
  });
});

describe('canonicalJson', () => {
  it.each([
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":{"c":1.50,"b":[{"y":1,"x":2}]}}', '{"a":{"b":[{"x":2,"y":1}],"c":1.50}}'],
    ['{"toJSON":1,"a":2}', '{"a":2,"toJSON":1}'],
    ['{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}'],
    ['{"a":"\\u0041"}', ' {\n"a" : "A" }'],
  ])('writes %s and %s alike', (one, other) => {
    expect(canonicalJson(parseJson(one, 32).value)).toBe(canonicalJson(parseJson(other, 32).value));
  });

  it.each([
    ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
  ])('tells %s from %s', (one, other) => {
    expect(canonicalJson(parseJson(one, 32).value)).not.toBe(canonicalJson(parseJson(other, 32).value));
  });
});
