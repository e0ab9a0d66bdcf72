import { join } from 'node:path';
import { parseStoredJson } from '@gateway/kernel';
import { Client } from 'pg';
import { HttpDoor } from './door';
import { largePartner, newToken } from './fill/tokens';
import type { LoadOrder, LoadResult } from './load/loader';
import { type Measurement, medianOf, toMeasurement } from './load/measurement';
import type { Options } from './options';
import { areAlike, recipeOf, type Recording } from './plain/recipe';
import type { PlainOrder } from './plain/server';
import type { Progress } from './report/progress';
import type { LoadRequest, Scenario, Surroundings } from './scenarios';
import { ask, endChild, startChild } from './service/child';
import { processorMilliseconds, residentMb, watchMemory } from './service/resources';
import {
  administratorToken,
  baseUrl,
  type RecordingService,
  type Service,
  startRecordingService,
  startService,
} from './service/service-process';
import { depthOf } from './sizes';

/** A scenario's outcome; one line of the table, one object of the JSON file. */
export interface Comparison {
  readonly scenario: string;
  readonly service: Measurement;
  readonly plain: Measurement;
  /** Of the service's requests per second to those of plain Express. */
  readonly ratio: number;
  readonly sqlPerRequest: number;
  readonly rssMb: number;
  readonly rounds: number;
}

/** A program under load. */
interface Running {
  readonly url: string;
  readonly processId: number;
}

const connections = 32;
/** As many as the service's own pool has. */
const databaseConnections = 10;
/** Writes that use something up have it for so many requests a second. */
const mostPerSecond = 400;
/** Warm-ups that a write has. */
const warmUpsOfWrite = 4;
const mostRecordings = 10;
const countedRequests = 100;

const keyOf = ({ key }: Scenario, { path, body }: LoadRequest): string | undefined => {
  if (key === undefined) return undefined;
  if ('path' in key) return key.path.exec(path)?.[1];
  return (JSON.parse(body!) as Record<string, string>)[key.body];
};

/** Compares the service with the plain program, scenario by scenario, on one database. */
export class Bench {
  private constructor(
    private readonly options: Options,
    private readonly progress: Progress,
    private readonly databaseUrl: string,
    private readonly service: Service,
    private readonly recorder: RecordingService,
    private readonly tokens: Readonly<Record<Scenario['side'], string>>,
    private readonly surroundings: Surroundings & { readonly database: Client },
  ) {}

  private readonly loader = startChild(join(__dirname, 'load/loader.js'), {});

  static async open(options: Options, databaseUrl: string, progress: Progress): Promise<Bench> {
    progress.step('starting the service');
    const service = await startService({ databaseUrl, workers: options.workers });
    const recorder = await startRecordingService({ databaseUrl });
    const administrator = new HttpDoor(service.url, administratorToken);
    const tokens = { partner: await newToken(administrator, largePartner), operator: await newToken(administrator, null) };
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    const { rows } = await database.query<{ id: string }>('SELECT id FROM partners WHERE slug = $1', [largePartner]);
    return new Bench(options, progress, databaseUrl, service, recorder, tokens, {
      database,
      partnerId: rows[0]!.id,
      partner: new HttpDoor(service.url, tokens.partner),
      baseUrl,
      depth: depthOf(options.size),
    });
  }

  async close(): Promise<void> {
    await this.surroundings.database.end();
    await Promise.all([endChild(this.loader), this.service.stop(), this.recorder.stop()]);
  }

  /** Load on the service alone; tells how many requests were answered. */
  async loadService(scenario: Scenario, seconds: number): Promise<number> {
    const requests = await scenario.requests(this.surroundings, 0);
    const { rps } = await this.load(scenario, this.running(), requests, seconds);
    return Math.round(rps * seconds);
  }

  /** Resident memory of the service, and what its heap holds, as its metrics tell. */
  async memory(): Promise<{ rssMb: number; heapMb: number }> {
    const { text } = await new HttpDoor(this.service.url, this.tokens.partner).get('/metrics');
    const heap = /^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1];
    return { rssMb: residentMb(this.service.process.pid!), heapMb: Number(heap) / 1024 / 1024 };
  }

  async compare(scenario: Scenario): Promise<Comparison> {
    const { rounds, seconds, warmUpSeconds } = this.durationsOf(scenario);
    const count = (warmUpSeconds + rounds * seconds) * 2 * mostPerSecond;
    const requests = await scenario.requests(this.surroundings, count);
    const sides = this.share(scenario, requests);
    const order = await this.prepare(scenario, sides.recorded);
    const sqlPerRequest = await this.sqlPerRequest(scenario, sides.counted);
    const plain = startChild(join(__dirname, 'plain/server.js'), {});
    try {
      const plainUrl = `http://127.0.0.1:${await ask<number>(plain, order)}`;
      if (scenario.isRepeatable) await this.assertSameBytes(scenario, plainUrl, requests);
      const measured = await this.rounds(scenario, { url: plainUrl, processId: plain.pid! }, sides);
      return { scenario: scenario.name, ...measured, sqlPerRequest, rounds };
    } finally {
      await endChild(plain);
    }
  }

  /** Answers to writes take longer: in a short round too few of them would end, and in a short warm-up too few for all code to be compiled. */
  private durationsOf({ method }: Scenario): Pick<Options, 'rounds' | 'seconds' | 'warmUpSeconds'> {
    const { rounds, seconds, warmUpSeconds } = this.options;
    if (method === 'GET') return { rounds, seconds, warmUpSeconds };
    return { rounds, seconds: Math.max(2, seconds), warmUpSeconds: warmUpsOfWrite * warmUpSeconds };
  }

  /** Where a record serves one request only, each round has its own; otherwise all have the same. */
  private share({ consumes }: Scenario, requests: readonly LoadRequest[]) {
    const rounds = 2 * (this.options.rounds + 1);
    const recorded = requests.slice(0, mostRecordings);
    if (consumes !== true) return { recorded, counted: requests, of: () => requests };
    const counted = requests.slice(mostRecordings, mostRecordings + countedRequests);
    const rest = requests.slice(mostRecordings + countedRequests);
    const size = Math.floor(rest.length / rounds);
    return { recorded, counted, of: (round: number) => rest.slice(round * size, (round + 1) * size) };
  }

  /** Lets the service show which statements it sends for the scenario. */
  private async prepare(scenario: Scenario, requests: readonly LoadRequest[]) {
    const recipe = recipeOf(...(await this.record(scenario, requests)));
    const { name, method, key, renderer, needsOwnPlans = false } = scenario;
    const order: PlainOrder = {
      databaseUrl: this.databaseUrl,
      connections: databaseConnections,
      name,
      method,
      key,
      renderer,
      recipe,
      needsOwnPlans,
    };
    return order;
  }

  /** Statements of the service while several requests are served at once, with what it does besides, such as its audit trail. */
  private async sqlPerRequest(scenario: Scenario, requests: readonly LoadRequest[]): Promise<number> {
    const door = new HttpDoor(this.recorder.url, this.tokens[scenario.side]);
    const counted =
      scenario.consumes === true ? requests : Array.from({ length: countedRequests }, (_, at) => requests[at % requests.length]!);
    await this.recorder.statements();
    for (let at = 0; at < counted.length; at += databaseConnections)
      await Promise.all(counted.slice(at, at + databaseConnections).map((request) => this.send(door, scenario, request)));
    return (await this.recorder.statements()).length / counted.length;
  }

  private send = (door: HttpDoor, { method }: Scenario, { path, body }: LoadRequest) =>
    door.send(method, path, body === undefined ? undefined : parseStoredJson(body));

  /** Two recordings that are alike: in between the service may look up a token, or clean up. */
  private async record(scenario: Scenario, requests: readonly LoadRequest[]): Promise<readonly [Recording, Recording]> {
    const door = new HttpDoor(this.recorder.url, this.tokens[scenario.side]);
    let last: Recording | undefined;
    for (let attempt = 0; attempt < mostRecordings; attempt += 1) {
      const request = requests[attempt % requests.length]!;
      await this.recorder.statements();
      await this.send(door, scenario, request);
      const recording = { key: keyOf(scenario, request), statements: await this.recorder.statements() };
      if (last !== undefined && areAlike(last, recording)) return [last, recording];
      last = recording;
    }
    throw new Error(`${scenario.name}: the service never sent the same SQL twice`);
  }

  private async assertSameBytes(scenario: Scenario, plainUrl: string, requests: readonly LoadRequest[]): Promise<void> {
    const token = this.tokens[scenario.side];
    for (const { path } of requests.slice(0, 20)) {
      const [ours, plain] = await Promise.all([new HttpDoor(this.service.url, token).get(path), new HttpDoor(plainUrl, token).get(path)]);
      if (ours.text !== plain.text)
        throw new Error(`${scenario.name}: the plain program answers otherwise to ${path}:\n${ours.text}\n${plain.text}`);
    }
  }

  private running = (): Running => ({ url: this.service.url, processId: this.service.process.pid! });

  private async rounds(scenario: Scenario, plainProgram: Running, sides: { of: (round: number) => readonly LoadRequest[] }) {
    const { rounds, seconds, warmUpSeconds } = this.durationsOf(scenario);
    const peak = watchMemory(this.service.process.pid!);
    const [service, plain]: [Measurement[], Measurement[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const duration = round === 0 ? warmUpSeconds : seconds;
      this.progress.note(`${scenario.name}: ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}`);
      service.push(await this.load(scenario, this.running(), sides.of(2 * round), duration));
      plain.push(await this.load(scenario, plainProgram, sides.of(2 * round + 1), duration));
    }
    const measured = [service.slice(1), plain.slice(1)] as const;
    if (measured.flat().some(({ rps }) => rps === 0)) throw new Error(`${scenario.name}: a round had no answer in ${seconds} s`);
    const [ours, theirs] = [medianOf(measured[0]), medianOf(measured[1])];
    return { service: ours, plain: theirs, ratio: ours.rps / theirs.rps, rssMb: peak() };
  }

  private async load(scenario: Scenario, { url, processId }: Running, requests: readonly LoadRequest[], seconds: number) {
    const order: LoadOrder = {
      url,
      method: scenario.method,
      headers: { 'X-API-TOKEN': this.tokens[scenario.side] },
      requests,
      connections,
      seconds,
    };
    const before = processorMilliseconds(processId);
    const result = await ask<LoadResult>(this.loader, order);
    const processor = processorMilliseconds(processId) - before;
    if (scenario.consumes === true && result.requests > requests.length)
      throw new Error(`${scenario.name}: ${result.requests} requests found only ${requests.length} records to work on`);
    return toMeasurement({ ...result, processor }, `${scenario.name} at ${url}`);
  }
}
