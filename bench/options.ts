import { parseArgs } from 'node:util';
import { scenarios } from './scenarios';
import { type Size, sizes } from './sizes';

export interface Options {
  readonly size: Size;
  readonly scenarios: readonly string[];
  readonly json: string | undefined;
  readonly rounds: number;
  /** Of each round, on each side. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly dataDirectory: string;
  readonly workers: number;
  /** Seconds of mixed load instead of the comparison; 0: none. */
  readonly soakSeconds: number;
  /** Every list and search with few and many records instead of the comparison. */
  readonly measuresGrowth: boolean;
}

export class OptionError extends Error {}

export const usage = `npm run bench -- [options]

  --size small|full   records in the database (default full: 2,000,000 observations; small: 200,000)
  --scenario NAME     only this one; may be repeated: ${scenarios.map(({ name }) => name).join(', ')}
  --json FILE         writes one object for each scenario
  --rounds N          of each scenario, at least 3 (default 3)
  --seconds N         of a round, on each side (default 5, with --size small 1)
  --workers N         processes of the service (default 1)
  --growth            instead: the time of every list and search at 20,000 observations and at the size
  --soak SECONDS      instead: mixed load for so long; does the memory of the service grow?
  --data DIRECTORY    where the filled databases are kept (default bench/.data)
  --help              this`;

const wholeNumber = (name: string, text: string | undefined, fallback: number, minimum: number): number => {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value >= minimum) return value;
  throw new OptionError(`--${name} must be a whole number from ${minimum}`);
};

/** @throws OptionError; undefined where only help is wanted */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parse(args);
  if (values.help === true) return undefined;
  const size = values.size ?? 'full';
  if (!(size in sizes)) throw new OptionError(`--size must be one of ${Object.keys(sizes).join(', ')}`);
  const names = values.scenario ?? scenarios.map(({ name }) => name);
  const unknown = names.find((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown !== undefined) throw new OptionError(`there is no scenario ${unknown}`);
  const isFull = size === 'full';
  return {
    size: size as Size,
    scenarios: names,
    json: values.json,
    rounds: wholeNumber('rounds', values.rounds, 3, 3),
    seconds: wholeNumber('seconds', values.seconds, isFull ? 5 : 1, 1),
    warmUpSeconds: isFull ? 4 : 1,
    dataDirectory: values.data ?? 'bench/.data',
    workers: wholeNumber('workers', values.workers, 1, 1),
    soakSeconds: wholeNumber('soak', values.soak, 0, 0),
    measuresGrowth: values.growth === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        size: { type: 'string' },
        scenario: { type: 'string', multiple: true },
        json: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        workers: { type: 'string' },
        soak: { type: 'string' },
        growth: { type: 'boolean' },
        data: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}
