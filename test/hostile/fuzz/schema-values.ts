import fc from 'fast-check';
import { RawJson, shortStrangeTexts, strangeNumbers } from './strange-values';

export type JsonSchema = Readonly<Record<string, any>>;

/** Below this only what has to be there. */
const deepest = 6;

const moments = ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123+01:00', '1984-02-29T23:59:59-11:30'];

const formats: Readonly<Record<string, readonly string[]>> = {
  'date-time': moments,
  date: ['1984-02-29', '2026-02-03'],
  time: ['07:45:00'],
  uuid: ['0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'],
  email: ['erika@example.org', 'a@b', '"a b"@example.org'],
  uri: ['https://example.org/a?b#c', 'urn:oid:1.2'],
  url: ['https://example.org/parcel'],
  'iri-reference': ['/v1/diagnostic_products/lipid-panel'],
};

const plainTexts = ['lipid-panel', 'acme', 'SP-1', 'Erika', 'de', 'DE', '13457-7', '2.6', 'T-9', 'true'];

const byteRange = (minimum = 0, maximum = 2 ** 31): fc.Arbitrary<unknown> =>
  fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(Math.max(minimum, maximum), 2 ** 31 - 1) });

/** Values that a schema allows, and beside them some that it does not: past its limits, of other types. */
export class SchemaValues {
  private readonly patterns = new Map<string, fc.Arbitrary<string>>();

  constructor(
    private readonly resolve: (schema: JsonSchema) => JsonSchema,
    private readonly known: readonly string[],
  ) {}

  of(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
    const own = this.allowed(this.resolve(schema), depth);
    return fc.oneof(
      { weight: 12, arbitrary: own },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(...shortStrangeTexts, ...strangeNumbers, null, [], {}) },
    );
  }

  private allowed(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
    const choices: readonly JsonSchema[] | undefined = schema['anyOf'] ?? schema['oneOf'];
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => this.of(choice, depth)));
    const types: readonly string[] = [schema['type']].flat();
    return fc.oneof(...types.map((type) => this.ofType(type, schema, depth)));
  }

  private ofType(type: string | undefined, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        if (depth >= deepest) return fc.constant([]);
        return fc.array(this.of(schema['items'] ?? {}, depth + 1), { minLength: Math.min(schema['minItems'] ?? 0, 3), maxLength: 3 });
      case 'string':
        return this.text(schema);
      case 'integer':
        return byteRange(schema['minimum'], schema['maximum']);
      case 'number':
        return fc.oneof(byteRange(schema['minimum'], schema['maximum']), fc.constantFrom(new RawJson('5.10'), new RawJson('0.40')));
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.oneof(fc.constantFrom<unknown>('x', 1, null, true), fc.constantFrom<unknown>({}, []));
    }
  }

  private object(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if (depth >= deepest) return fc.constant({});
    const members = Object.entries<JsonSchema>(schema['properties'] ?? {}).map(
      ([name, member]) => [name, this.of(member, depth + 1)] as const,
    );
    const required = (schema['required'] ?? []) as string[];
    const own = fc.record(Object.fromEntries(members), { requiredKeys: required });
    const { additionalProperties: extra } = schema;
    if (typeof extra !== 'object') return own;
    const extras = fc.dictionary(fc.constantFrom('a', 'campaign', '_x', 'ü', ' '), this.of(extra, depth + 1), { maxKeys: 3 });
    return fc.tuple(own, extras).map(([some, others]) => ({ ...others, ...(some as object) }));
  }

  private text({ format, pattern, maxLength, minLength = 0, examples = [] }: JsonSchema): fc.Arbitrary<string> {
    const shown = (examples as unknown[]).map(String);
    const usual = fc.constantFrom(...shown, ...(formats[format as string] ?? plainTexts), ...this.known);
    const long = Math.min((maxLength ?? 255) as number, 5000);
    const atLimit = fc.constantFrom('x'.repeat(Math.max(minLength, long)), 'x'.repeat(long + 1), '😀'.repeat(long));
    const parts = [
      { weight: 6, arbitrary: usual },
      { weight: 1, arbitrary: atLimit },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    ];
    return fc.oneof(...parts, ...(pattern === undefined ? [] : [{ weight: 3, arbitrary: this.matching(pattern) }]));
  }

  private matching(pattern: string): fc.Arbitrary<string> {
    const known = this.patterns.get(pattern);
    if (known !== undefined) return known;
    const made = fc.stringMatching(new RegExp(pattern), { maxLength: 60 });
    this.patterns.set(pattern, made);
    return made;
  }
}
