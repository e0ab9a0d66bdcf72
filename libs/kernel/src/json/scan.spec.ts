import fc from 'fast-check';
import { scanJson } from './scan';

describe('scanJson', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['[]', 1],
    ['{"a":{}}', 2],
    ['[[],[[]]]', 3],
    ['{"a":"[[[["}', 1],
    ['{"[{[":"\\"[["}', 1],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 5000],
  ])('counts the levels of %s', (text, depth) => {
    expect(scanJson(text).depth).toBe(depth);
  });

  it.each([
    ['{"a":1,"b":1}', undefined],
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":2,"b":3,"a":4}', 'b'],
    ['{"a":1,"\\u0061":1}', 'a'],
    ['{"\\u0000":1,"\\u0000":1}', '\0'],
    ['{"é":1,"\\u00e9":1}', 'é'],
    ['{"\\"":1,"\\"":1}', '"'],
    ['{"\\\\":1,"\\\\\\\\":1}', undefined],
    ['{"":1,"":1}', ''],
    ['{"a":{"a":1}}', undefined],
    ['{"a":"a","b":"a"}', undefined],
    ['[{"a":1},{"a":1}]', undefined],
    ['{"patient":{"email":1,"email":2}}', 'patient.email'],
    ['{"list":[{},{"x":1,"y":[1,2],"x":1}]}', 'list[1].x'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{ "a" : [ 1 , 2 ] ,\n"a" : 3 }', 'a'],
  ])('finds the member that %s names twice', (text, duplicate) => {
    expect(scanJson(text).duplicate).toBe(duplicate);
  });

  it.each([
    ['[0,-1,1.5,12345678901234,0.1]', false],
    ['["5.10","1e5"]', false],
    ['[5.10]', true],
    ['[1.0]', true],
    ['[-0]', true],
    ['[1e5]', true],
    ['[1E400]', true],
    ['[12345678901234567890]', true],
    ['[0.0000001]', true],
    ['{"5.10":1}', false],
  ])('tells whether a float would change a number of %s', (text, needsExactNumbers) => {
    expect(scanJson(text).needsExactNumbers).toBe(needsExactNumbers);
  });

  it('finds no duplicate in what JSON.stringify writes, and the right depth', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const scan = scanJson(JSON.stringify(value, null, indent));
        expect(scan.duplicate).toBeUndefined();
        expect(scan.depth).toBe(depthOf(value));
      }),
    );
  });
});
