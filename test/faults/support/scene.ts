import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gateway/persistence';
import { putProduct } from '../../support/factories';
import { BuiltService, ServiceUnderTest, until } from '../../support/service-process';
import { TestClient } from '../../support/test-client';
import { type Attempt, longest, statuses } from './attempts';
import { FragilePostgres } from './fragile-postgres';
import { expectAllKept } from './invariants';
import { type Caller, Load, type LoadOptions } from './load';
import { Probes } from './probes';

/** Shorter than they are by default, so that each is reached; in seconds. */
export const timeouts = { statement: 2, pool: 1, request: 4, header: 2 } as const;

/** How much longer than the server the driver waits, a read for the audit trail, and this machine for its processors. */
const [marginSeconds, trailSeconds, slackSeconds] = [5, 5, 3];

const lostSeconds = 2 * timeouts.pool + timeouts.statement + marginSeconds + slackSeconds;

/** What nothing may take longer than, in milliseconds: two waits for a connection (token, work) and a statement without an answer. */
export const bounds = { write: lostSeconds * 1000, read: (lostSeconds + trailSeconds) * 1000, live: slackSeconds * 1000 } as const;

export interface SceneOptions {
  /** Where the data are; absent: a directory of the scene's own. */
  readonly directory?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The service as it is built and started, over a PostgreSQL of its own, both of which may be treated badly. */
export class FaultScene {
  readonly loads: Load[] = [];
  private readonly probes: Probes[] = [];

  private constructor(
    readonly postgres: FragilePostgres,
    private readonly built: BuiltService,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly directory: string | undefined,
    public service: ServiceUnderTest,
    readonly caller: Caller,
  ) {}

  static async start({ directory, settings = {} }: SceneOptions = {}): Promise<FaultScene> {
    const own = directory === undefined ? mkdtempSync(join(tmpdir(), 'gateway-faults-')) : undefined;
    const postgres = await FragilePostgres.start(directory ?? own!);
    const built = BuiltService.build();
    const all = {
      DATABASE_URL: postgres.url,
      BASE_URL: 'https://gateway.example',
      PORT: String(await freePort()),
      RATE_LIMIT: '1000000/60/1000000',
      LOG_LEVEL: 'error',
      STATEMENT_TIMEOUT: String(timeouts.statement),
      POOL_TIMEOUT: String(timeouts.pool),
      REQUEST_TIMEOUT: String(timeouts.request),
      HEADER_TIMEOUT: String(timeouts.header),
      ...settings,
    };
    const service = await ServiceUnderTest.start(built, { ...all, DEMO_DATA: 'on' }).catch(async (error: unknown) => {
      await postgres.stop();
      throw error;
    });
    const caller: Caller = {
      url: service.url,
      partnerToken: /partner "demo" {2}(lab_\S+)/.exec(service.out)![1]!,
      operatorToken: /operating side {2}(lab_\S+)/.exec(service.out)![1]!,
    };
    const scene = new FaultScene(postgres, built, all, own, service, caller);
    for (const product of ['lipid-panel', 'second-panel']) {
      const { status, text } = await putProduct(scene.operator, product);
      if (status !== 200 && status !== 201) throw new Error(text);
    }
    return scene;
  }

  get partner(): TestClient {
    return new TestClient(this.caller.url, this.caller.partnerToken);
  }

  get operator(): TestClient {
    return new TestClient(this.caller.url, this.caller.operatorToken);
  }

  load(options: Omit<LoadOptions, 'name'> = {}): Load {
    const load = new Load(this.caller, { ...options, name: `load-${this.loads.length}` });
    this.loads.push(load);
    return load;
  }

  probe(): Probes {
    const probes = new Probes(this.caller);
    this.probes.push(probes);
    return probes;
  }

  /** At the same address, over the same database. */
  async startAgain(): Promise<void> {
    this.service = await ServiceUnderTest.start(this.built, { ...this.settings, DEMO_DATA: 'off' });
  }

  /** Waits until the service says that it can serve; returns how long that took, in milliseconds. */
  async untilReady(): Promise<number> {
    const begin = performance.now();
    const ask = async (): Promise<boolean> => {
      const answer = await fetch(`${this.caller.url}/health/ready`).catch(() => undefined);
      await answer?.arrayBuffer();
      return answer?.status === 200;
    };
    await until(ask, `ready; it has said ${this.service.err}${this.service.out.slice(-2_000)}`);
    return performance.now() - begin;
  }

  /** Waits until one more write is acknowledged; returns how long that took, in milliseconds. */
  async untilWritten(load: Load): Promise<number> {
    const begin = performance.now();
    const before = load.acknowledged.length;
    await until(() => load.acknowledged.length > before, `written; it has said ${this.service.err}${this.service.out.slice(-2_000)}`);
    return performance.now() - begin;
  }

  expectAllKept(): Promise<void> {
    return expectAllKept(this.postgres, this.caller, this.loads);
  }

  /** Nothing asks the service any more, whatever a test has come to. */
  async quieten(): Promise<void> {
    this.postgres.thaw();
    await Promise.all([...this.loads, ...this.probes].map((each) => each.stop()));
  }

  async destroy(): Promise<void> {
    await this.quieten();
    await this.service.destroy();
    await this.postgres.stop();
    this.built.remove();
    if (this.directory !== undefined) rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Nobody has noticed anything: every request was done the first time, in its time, and all is kept. */
export async function expectUndisturbed(scene: FaultScene, load: Load, probes: Probes): Promise<void> {
  await load.stop();
  await probes.stop();
  expect([statuses(load.attempts), statuses(probes.attempts)]).toEqual([
    { 201: load.acknowledged.length },
    { 200: probes.attempts.length },
  ]);
  expectBounded(load, probes);
  await scene.expectAllKept();
}

/** Nothing took longer than it may. */
export function expectBounded(load: Load, probes: Probes): void {
  const took = (attempts: readonly Attempt[], bound: number): readonly unknown[] => [
    longest(attempts) <= bound,
    Math.round(longest(attempts)),
  ];
  const facts = {
    writes: took(load.attempts, bounds.write),
    list: took(probes.of('list'), bounds.read),
    ready: took(probes.of('ready'), bounds.write),
    live: took(probes.of('live'), bounds.live),
  };
  expect(facts).toEqual(Object.fromEntries(Object.keys(facts).map((name) => [name, [true, expect.any(Number)]])));
}
