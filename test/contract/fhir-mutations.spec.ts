import * as fc from 'fast-check';
import { examplesOf, releases } from '../support/fhir-examples';

/** Values that stand in no valid place, or in the wrong one. */
const strange: readonly unknown[] = [
  null,
  {},
  [],
  [null],
  '',
  ' ',
  '#',
  '\u0000',
  -1,
  1e300,
  true,
  'x'.repeat(2000),
  { resourceType: 'Patient' },
  { resourceType: 1 },
  [[1]],
  { extension: [{}] },
  { reference: '#' },
];

type Container = Record<string, unknown>;

/** Every object and array inside. */
const containersIn = (value: unknown): Container[] =>
  typeof value === 'object' && value !== null ? [value as Container, ...Object.values(value).flatMap(containersIn)] : [];

interface Mutation {
  readonly where: number;
  readonly member: number;
  readonly kind: 'replace' | 'delete' | 'rename' | 'wrap' | 'double';
  readonly value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.nat(),
  member: fc.nat(),
  kind: fc.constantFrom('replace', 'delete', 'rename', 'wrap', 'double'),
  value: fc.constantFrom(...strange),
});

function mutate(resource: unknown, { where, member, kind, value }: Mutation): void {
  const containers = containersIn(resource);
  const container = containers[where % containers.length];
  if (container === undefined) return;
  const names = Object.keys(container);
  const name = names[member % Math.max(names.length, 1)] ?? 'x';
  const old = container[name];
  if (kind === 'replace') container[name] = structuredClone(value);
  else if (kind === 'wrap') container[name] = [old];
  else if (kind === 'double') container[`_${name}`] = old;
  else {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a mutation
    delete container[name];
    if (kind === 'rename') container[`${name}X`] = old;
  }
}

const types = ['ServiceRequest', 'Observation', 'Patient', 'Specimen', 'DiagnosticReport', 'Coverage', 'Practitioner'] as const;

describe.each(releases)('mutated examples of %s', (_, release) => {
  const examples = types.flatMap((type) => examplesOf(release, type).slice(0, 12)).map(({ read }) => JSON.stringify(read()));

  it('never make the validator throw, hang or change its input', () => {
    fc.assert(
      fc.property(fc.constantFrom(...examples), fc.array(mutation, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        const resource: unknown = JSON.parse(text);
        for (const each of mutations) mutate(resource, each);
        const before = JSON.stringify(resource);
        const faults = release.validator.validate(resource);
        expect(JSON.stringify(resource)).toBe(before);
        for (const { expression, text: key } of faults) expect([typeof expression, typeof key]).toEqual(['string', 'string']);
      }),
      { numRuns: 400 },
    );
  });

  it.each([[undefined], [null], [1], ['x'], [[]], [{}], [{ resourceType: {} }]])('finds a fault in %p', (value) => {
    expect(release.validator.validate(value).some(({ severity }) => severity === 'error')).toBe(true);
  });
});
