import fc from 'fast-check';
import { RawJson, strangeNumbers, strangeStructures, strangeTexts } from './strange-values';

/** As JSON.stringify, with texts that are no JSON where they are meant to stand. */
export function hostileJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(hostileJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${JSON.stringify(name)}:${hostileJson(member)}`)
      .join(',')}}`;
  }
  return value === undefined ? 'null' : JSON.stringify(value);
}

type Container = Record<string, unknown>;

const containersIn = (value: unknown): Container[] =>
  typeof value === 'object' && value !== null && !(value instanceof RawJson)
    ? [value as Container, ...Object.values(value).flatMap(containersIn)]
    : [];

/** Keeps what JSON.stringify would lose; objects that others share become their own. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}

const kinds = ['replace', 'delete', 'rename', 'wrap', 'underscore', 'transplant', 'repeat', 'add'] as const;

interface Mutation {
  readonly where: number;
  readonly member: number;
  readonly kind: (typeof kinds)[number];
  readonly value: unknown;
}

/** In containers. */
const largest = 300;

const alias = (name: string): string => (name.startsWith('_') ? name.slice(1) : `_${name}`);

/** Changes one place inside; lists are containers whose names are numbers. */
function mutate(root: Container, { where, member, kind, value }: Mutation, addable: readonly string[]): void {
  const containers = containersIn(root);
  const container = containers[where % containers.length]!;
  const names = Object.keys(container);
  const end = String(names.length);
  const name = names[member % Math.max(names.length, 1)] ?? end;
  const old = container[name];
  const renamed = Array.isArray(container) ? end : (addable[member % Math.max(addable.length, 1)] ?? end);
  const isMovable = !(old instanceof RawJson);
  // What is copied in copies grows past all measure.
  const isLarge = containers.length > largest;
  switch (isLarge && (kind === 'repeat' || kind === 'transplant') ? 'wrap' : kind) {
    case 'replace':
      container[name] = value;
      break;
    case 'wrap':
      container[name] = [old];
      break;
    case 'underscore':
      container[Array.isArray(container) ? end : alias(name)] = copyOf(old);
      break;
    case 'transplant':
      container[name] = copyOf(containers[member % containers.length]);
      break;
    case 'repeat':
      container[name] = Array.from({ length: 40 }, () => (isMovable ? copyOf(Array.isArray(old) ? old[0] : old) : null));
      break;
    case 'add':
      container[renamed] = value;
      break;
    case 'delete':
    case 'rename':
      if (Array.isArray(container)) container.splice(Number(name), 1);
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a mutation
      else delete container[name];
      if (kind === 'rename') container[renamed] = old;
  }
}

const plain = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...strangeTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...strangeNumbers) },
  { weight: 4, arbitrary: fc.constantFrom(...strangeStructures) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/**
 * JSON made from valid bodies: some as they are, most with one to four places changed.
 * @param known values that mean something to the service in some place
 * @param addable names of members that it knows in some place
 */
export const mutated = (seeds: fc.Arbitrary<unknown>, known: readonly unknown[], addable: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      seeds,
      fc.array(
        fc.record<Mutation>({
          where: fc.nat(),
          member: fc.nat(),
          kind: fc.constantFrom(...kinds),
          value: fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: fc.constantFrom(...known) }),
        }),
        { maxLength: 4 },
      ),
    )
    .map(([seed, mutations]) => {
      const root = { body: copyOf(seed) };
      for (const mutation of mutations) mutate(root, { ...mutation, value: copyOf(mutation.value) }, addable);
      return hostileJson('body' in root ? root.body : root);
    });

export const strangeJson: fc.Arbitrary<unknown> = plain;
