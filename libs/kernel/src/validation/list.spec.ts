import { type AppError, type WrongTypesError } from '@gateway/problems';
import { z } from 'zod';
import { maximumFaults, nullable, optional, withDefault } from './field';
import { list } from './list';
import { choice, text } from './text';
import { toAppError } from './to-app-error';

const word = text({ max: 3 });

async function errorOf(body: z.ZodType, input: unknown): Promise<AppError> {
  const checked = await body.safeParseAsync(input);
  if (checked.success) throw new Error('nothing is wrong');
  return toAppError(checked.error, body, input);
}

describe('list', () => {
  const body = z.object({ words: list(word, { min: 1, max: 3 }) });

  it('takes as many entries as it may have', () => {
    expect(body.parse({ words: ['a'] })).toEqual({ words: ['a'] });
    expect(body.parse({ words: ['a', 'b', 'c'] })).toEqual({ words: ['a', 'b', 'c'] });
  });

  it.each([
    ['too few', [], 'words', 'TooFew', { min: 1 }],
    ['too many, whatever they are', ['', 1, null, {}], 'words', 'TooMany', { max: 3 }],
    ['none', undefined, 'words', 'NotBlank', undefined],
    ['null', null, 'words', 'NotNull', undefined],
    ['a bad entry', ['a', 'long'], 'words[1]', 'TooLong', { max: 3 }],
  ])('refuses %s', async (_, words, propertyPath, constraint, payload) => {
    const { violations } = await errorOf(body, { words });
    expect(violations.map((one) => [one.propertyPath, one.constraint, one.payload])).toEqual([[propertyPath, constraint, payload]]);
  });

  it('names the type that it is not', async () => {
    const { wrongTypes } = (await errorOf(body, { words: 'abc' })) as WrongTypesError;
    expect(wrongTypes).toEqual([{ attribute: 'words', expected: 'array', given: 'string' }]);
  });

  it('looks at no entry when there are too many', () => {
    const look = jest.fn();
    list(z.unknown().transform(look), { max: 2 }).safeParse([1, 2, 3]);
    expect(look).not.toHaveBeenCalled();
  });

  it('may be left out where it is optional', () => {
    const words = list(word, { max: 3 });
    const members = z.object({ a: optional(words), b: nullable(words), c: withDefault(words, ['x']) });
    expect(members.parse({})).toEqual({ a: undefined, b: null, c: ['x'] });
    expect(members.parse({ a: null, b: ['y'], c: [] })).toEqual({ a: undefined, b: ['y'], c: [] });
  });

  it('is an array with its lengths in JSON Schema', () => {
    const schema = z.toJSONSchema(z.object({ words: list(choice(['a', 'b']), { min: 1, max: 2 }) }), {
      io: 'input',
      unrepresentable: 'any',
    });
    expect(schema).toMatchObject({
      required: ['words'],
      properties: { words: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } } },
    });
  });
});

describe('toAppError', () => {
  const many = 200_000;

  it('tells the first faults of very many', async () => {
    const body = z.object({ groups: list(z.object({ words: list(word, { max: many }) }), { max: many }) });
    const { violations } = await errorOf(body, { groups: [{ words: Array.from({ length: many }, () => 'long') }] });
    expect(violations).toHaveLength(maximumFaults);
    expect(violations.map(({ propertyPath }) => propertyPath)).toEqual(violations.map((_, index) => `groups[0].words[${index}]`));
    const groups = Array.from({ length: many }, () => ({ words: ['long'] }));
    expect((await errorOf(body, { groups })).violations).toHaveLength(maximumFaults);
  });

  it('tells a wrong type after many violations, and the first of many wrong types', async () => {
    const body = z.object({ words: list(word, { max: many }) });
    const late = (await errorOf(body, { words: [...Array.from({ length: 1000 }, () => 'long'), 7] })) as WrongTypesError;
    expect(late.wrongTypes).toEqual([{ attribute: 'words[1000]', expected: 'string', given: 'number' }]);
    const { wrongTypes } = (await errorOf(body, { words: Array.from({ length: many }, () => 7) })) as WrongTypesError;
    expect(wrongTypes).toHaveLength(maximumFaults);
  });

  it('keeps the order of the members of an object that is transformed', async () => {
    const body = z
      .object({ a: optional(word), b: word })
      .superRefine(
        (_, context) => {
          context.addIssue({ code: 'custom', path: ['a'], params: { fault: { constraint: 'NotBlank' } } });
        },
        { when: () => true },
      )
      .transform((value) => value);
    expect((await errorOf(body, { b: 'long' })).violations.map(({ propertyPath }) => propertyPath)).toEqual(['a', 'b']);
  });
});
