import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Bench, type Comparison } from './compare';
import { BenchDatabase } from './fill/database';
import { OptionError, type Options, readOptions, usage } from './options';
import { growth } from './growth';
import { Progress } from './report/progress';
import { comparisonJson, comparisonTable, growthTable, soakTable } from './report/table';
import { type Scenario, scenarios } from './scenarios';
import { soak } from './soak';
import { endAllChildren } from './service/child';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Something to do with a service over a copy of the filled database, which is gone afterwards. */
async function withBench<T>(options: Options, database: BenchDatabase, progress: Progress, work: (bench: Bench) => Promise<T>): Promise<T> {
  const bench = await Bench.open(options, await database.copyOf(options.size), progress);
  try {
    return await work(bench);
  } finally {
    await bench.close();
    await database.drop(options.size);
  }
}

async function compareAll(bench: Bench, chosen: readonly Scenario[], progress: Progress): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  try {
    for (const scenario of chosen) {
      progress.step(`${scenario.name}: ${scenario.title}`);
      comparisons.push(await bench.compare(scenario));
    }
    return comparisons;
  } catch (error) {
    if (comparisons.length > 0) progress.step(`measured before the failure:\n${comparisonTable(comparisons)}`);
    throw error;
  }
}

/** The table to print, and what the JSON file gets. */
async function measure(options: Options, database: BenchDatabase, progress: Progress): Promise<readonly [text: string, json: unknown]> {
  const chosen = scenarios.filter(({ name }) => options.scenarios.includes(name));
  if (options.measuresGrowth) {
    const found = await growth(database, options.size, progress);
    return [growthTable(found), found];
  }
  return withBench(options, database, progress, async (bench) => {
    if (options.soakSeconds > 0) {
      const soaked = await soak(bench, chosen, options.soakSeconds, progress);
      return [soakTable(soaked), soaked];
    }
    const comparisons = await compareAll(bench, chosen, progress);
    return [comparisonTable(comparisons), comparisons.map(comparisonJson)];
  });
}

async function run(options: Options): Promise<void> {
  const progress = new Progress();
  const database = await BenchDatabase.open(resolve(options.dataDirectory), progress);
  const interrupt = (): void => {
    progress.step('interrupted');
    void endAllChildren()
      .then(() => database.close())
      .finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    const [text, json] = await measure(options, database, progress);
    progress.clear();
    print(text);
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(json, null, 2)}\n`);
  } finally {
    await endAllChildren();
    await database.close();
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) print(usage);
  else await run(options);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      error instanceof OptionError ? `${error.message}\n\n${usage}\n` : `${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
    );
    process.exit(1);
  },
);
