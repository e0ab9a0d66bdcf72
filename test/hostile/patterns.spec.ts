import 'reflect-metadata';
import { r4b } from '@gateway/fhir-r4b';
import { r5 } from '@gateway/fhir-r5';
import { type AttackPattern, check, type Diagnostics } from 'recheck';
import { constructedDuring, type Pattern, patternsInCode, sourceFiles } from './patterns/patterns-in-code';

/** Bounded, so that all patterns together take less than a minute. */
const parameters = {
  timeout: 4000,
  attackTimeout: 500,
  incubationTimeout: 100,
  maxIteration: 3,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 20,
  randomSeed: 1,
} as const;

const patientTimeout = 40_000;

/** No text is longer than a body; what announces more is refused. */
const longestText = 1024 * 1024;
const maximumMilliseconds = 400;

/** Made from what is only known later. */
const dynamic: Readonly<Record<string, string>> = {
  'libs/fhir/src/search/kinds/reference-parameter.ts': 'a modifier that the parameter is known to have: the name of a type',
  'libs/resources/src/answer-fields.schema.ts': 'a path of this service, in the schema of an answer',
};

interface Limit {
  readonly longest: number;
  readonly reason: string;
}

const byOperators: Limit = { longest: 1000, reason: 'a setting of whoever runs the service' };

/** What does not reach a pattern in any length, with the longest text that does. */
const limits: Readonly<Record<string, Limit>> = {
  'src/settings.ts': byOperators,
  'src/cli/run.ts': byOperators,
  'libs/core/src/observations/reading/ucum-codes.ts': { longest: 64, reason: 'longer texts are no units there' },
  'libs/core/src/observations/reading/read-value.ts': { longest: 2000, reason: 'longer texts are no numbers there' },
  'libs/fhir/src/results/narrative.mapper.ts': { longest: 40, reason: 'a moment that the service wrote' },
  'libs/fhir/src/rest/bundle-trail.ts': { longest: 120, reason: 'an address that the service wrote' },
  'libs/fhir/src/validation/invariants.ts': { longest: 40, reason: 'the name of a rule of the standard' },
  'libs/fhir/src/validation/narrative.ts': {
    longest: 2000,
    reason: 'attributes that the pattern of the tag has let through match at every place where a search begins',
  },
};

/** Judged by reading: what the checker does not finish with. */
const unfinished: Readonly<Record<string, string>> = {
  'libs/persistence/src/embedded-postgres/process-table.ts': 'a line of the process table of this host',
};

const fileOf = ({ place }: Pattern): string => place.split(':')[0]!;

const keyOf = ({ source, flags }: Pattern): string => `/${source}/${flags}`;

/** The text of an attack, as long as it may be. */
function attackOf({ pumps, suffix }: AttackPattern, longest: number): string {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((longest - fixed) / Math.max(pumped, 1)));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
}

/** How long the engine works on an attack; what becomes longer with each doubling is not waited for. */
function millisecondsOf(expression: RegExp, attack: AttackPattern, longest: number): number {
  for (let length = Math.min(500, longest); ; length = Math.min(2 * length, longest)) {
    const text = attackOf(attack, length);
    expression.lastIndex = 0;
    const { user: begin } = process.cpuUsage();
    expression.test(text);
    const milliseconds = (process.cpuUsage().user - begin) / 1000;
    if (length === longest || milliseconds > maximumMilliseconds) return milliseconds;
  }
}

/** A machine that is busy has the checker run out of time where it would not otherwise: it gets more, once. */
async function verdictOn({ source, flags }: Pattern, places: readonly Pattern[]): Promise<Diagnostics> {
  const verdict = await check(source, flags, parameters);
  const isOutOfTime =
    verdict.status === 'unknown' && verdict.error.kind === 'timeout' && places.some((one) => !(fileOf(one) in unfinished));
  return isOutOfTime ? check(source, flags, { ...parameters, timeout: patientTimeout }) : verdict;
}

/** What is wrong with a pattern that stands in these places; undefined when nothing is. */
async function faultOf(pattern: Pattern, places: readonly Pattern[]): Promise<string | undefined> {
  const verdict = await verdictOn(pattern, places);
  const where = `${[...new Set(places.map(({ place }) => place))].join(', ')} ${keyOf(pattern)}`;
  if (verdict.status === 'safe') return undefined;
  if (verdict.status === 'unknown') return places.every((one) => fileOf(one) in unfinished) ? undefined : `${where}: ${verdict.error.kind}`;
  const longest = Math.max(...places.map((one) => limits[fileOf(one)]?.longest ?? longestText));
  const milliseconds = millisecondsOf(new RegExp(pattern.source, pattern.flags), verdict.attack, longest);
  return milliseconds > maximumMilliseconds ? `${where}: ${Math.round(milliseconds)} ms, ${verdict.attack.pattern}` : undefined;
}

const isProgram = (file: string): boolean => /\/src\/(main|cli\/main|cluster\/worker|single-process)\.ts$/.test(file);

describe('every pattern in the code', () => {
  const { literals, constructions } = patternsInCode();
  const constructed = constructedDuring(() => {
    jest.isolateModules(() => {
      for (const file of sourceFiles) if (!isProgram(file)) jest.requireActual(file);
    });
  });

  it('is known, also where it is put together', () => {
    expect(literals.length).toBeGreaterThan(100);
    const seen = new Set(constructed.map(({ place }) => place));
    const unseen = constructions.filter((place) => !seen.has(place));
    expect(unseen.map((place) => place.split(':')[0]).sort()).toEqual(Object.keys(dynamic).sort());
  });

  it('is matched without backtracking that explodes', async () => {
    const official = [r4b, r5].flatMap(({ name, validator }) =>
      Object.entries(validator.structures.artefact.primitives).flatMap(([type, { regex, advised }]) =>
        [regex, advised].flatMap((source) =>
          source === undefined ? [] : [{ source: `^(?:${source})$`, flags: '', place: `${name} ${type}` }],
        ),
      ),
    );
    const patterns = new Map<string, Pattern[]>();
    for (const pattern of [...literals, ...constructed, ...official]) {
      patterns.set(keyOf(pattern), [...(patterns.get(keyOf(pattern)) ?? []), pattern]);
    }
    expect(patterns.size).toBeGreaterThan(150);
    const waiting = [...patterns.values()];
    const faults: string[] = [];
    const work = async (): Promise<void> => {
      for (let places = waiting.pop(); places !== undefined; places = waiting.pop()) {
        const fault = await faultOf(places[0]!, places);
        if (fault !== undefined) faults.push(fault);
      }
    };
    await Promise.all([work(), work()]);
    expect(faults).toEqual([]);
  }, 240_000);

  it.each<[string, RegExp, AttackPattern]>([
    ['exponential', /^(a+)+$/, { pattern: '', string: '', base: 1, pumps: [{ prefix: '', pump: 'a', bias: 0 }], suffix: '!' }],
    ['quadratic', /\/+$/, { pattern: '', string: '', base: 1, pumps: [{ prefix: '', pump: '/', bias: 0 }], suffix: 'x' }],
  ])('would be found: %s', async (_, expression, attack) => {
    expect((await check(expression.source, '', parameters)).status).toBe('vulnerable');
    // The first doublings are enough for it.
    expect(millisecondsOf(expression, attack, expression.source.includes('a') ? 26 : longestText)).toBeGreaterThan(maximumMilliseconds);
  });
});
