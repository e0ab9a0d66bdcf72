import { Client } from 'pg';
import { HttpDoor } from './door';
import type { BenchDatabase } from './fill/database';
import { largePartner, newToken } from './fill/tokens';
import { allQueries, type Documented, type Query } from './queries/queries';
import { sampleValues } from './queries/values';
import type { Progress } from './report/progress';
import { administratorToken, baseUrl, type Service, startService } from './service/service-process';
import { observationsOf, type Size } from './sizes';

/** How long a query takes with few and with many records. */
export interface Growth {
  readonly query: string;
  /** Milliseconds, median. */
  readonly few: number;
  readonly many: number;
  readonly ratio: number;
}

const repetitions = 9;
/** Where one answer takes so long, more of them tell nothing new. */
const enoughMilliseconds = 1_000;

/** A query with the door that it goes through. */
interface Asked {
  readonly label: string;
  readonly address: string;
  readonly door: HttpDoor;
}

/** What differs between databases is left out of the name. */
const labelOf = ({ path, query }: Query): string => `${path}?${decodeURIComponent(query).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}`;

async function questions(service: Service, databaseUrl: string): Promise<readonly Asked[]> {
  const administrator = new HttpDoor(service.url, administratorToken);
  const [partner, operator] = [await newToken(administrator, largePartner), await newToken(administrator, null)].map(
    (token) => new HttpDoor(service.url, token),
  ) as [HttpDoor, HttpDoor];
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('SELECT id FROM partners WHERE slug = $1', [largePartner]);
  const values = await sampleValues(client, rows[0]!.id);
  await client.end();
  const document = (await partner.get('/openapi.json')).body as Documented;
  return allQueries(document, values, baseUrl).map((query) => ({
    label: labelOf(query),
    address: `${query.path}?${query.query}`,
    door: /^\/(?:admin|lab|fulfilment)\//.test(query.path) ? operator : partner,
  }));
}

async function medianTime({ door, address }: Asked): Promise<number> {
  const times: number[] = [];
  await door.get(address);
  while (times.length < repetitions && times.reduce((sum, time) => sum + time, 0) < enoughMilliseconds) {
    const begin = performance.now();
    await door.get(address);
    times.push(performance.now() - begin);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** Asks everything that can be asked, one request after the other. */
async function measure(
  database: BenchDatabase,
  size: Size,
  progress: Progress,
): Promise<readonly (Asked & { time: number | undefined })[]> {
  const databaseUrl = await database.copyOf(size);
  const service = await startService({ databaseUrl });
  try {
    const all = await questions(service, databaseUrl);
    progress.step(`${all.length} lists and searches over ${observationsOf(size).toLocaleString('en')} observations`);
    const measured = [];
    for (const asked of all) {
      progress.note(asked.label);
      // What the service gives up on has no time.
      measured.push({ ...asked, time: await medianTime(asked).catch(() => undefined) });
    }
    return measured;
  } finally {
    await service.stop();
    await database.drop(size);
  }
}

/** Every list and search with few and with many observations; the most grown first. The order of the queries is the same in both. */
export async function growth(database: BenchDatabase, size: Size, progress: Progress): Promise<readonly Growth[]> {
  const few = await measure(database, 'tiny', progress);
  const many = await measure(database, size, progress);
  return few
    .map(({ label, time }, index): Growth => {
      const [small, large] = [time ?? Infinity, many[index]!.time ?? Infinity];
      return { query: label, few: small, many: large, ratio: large / small };
    })
    .toSorted((a, b) => b.ratio - a.ratio);
}
