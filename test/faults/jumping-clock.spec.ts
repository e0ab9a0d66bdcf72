import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestClient } from '../support/test-client';
import { expectUndisturbed, FaultScene } from './support/scene';

const hour = 3_600_000;
const followMilliseconds = 150;

/** Loaded before the service: `Date` is off by as much as a file says. Monotonic clocks and timers go on, as they do in fact. */
const shiftedDate = (file: string): string => `
const { readFileSync } = require('node:fs');
const Actual = Date;
let offset = 0;
setInterval(() => {
  offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
}, 20).unref();
globalThis.Date = class Date extends Actual {
  constructor(...given) {
    if (given.length === 0) super(Actual.now() + offset);
    else super(...given);
  }
  static now() {
    return Actual.now() + offset;
  }
};
`;

describe('a clock that jumps', () => {
  let directory: string;
  let file: string;
  let scene: FaultScene;

  const jumpTo = async (offset: number): Promise<void> => {
    writeFileSync(file, String(offset));
    await sleep(followMilliseconds);
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'gateway-clock-'));
    file = join(directory, 'offset');
    writeFileSync(file, '0');
    const preload = join(directory, 'shifted-date.cjs');
    writeFileSync(preload, shiftedDate(file));
    scene = await FaultScene.start({ settings: { NODE_OPTIONS: `--require ${preload}` } });
  });

  afterEach(() => jumpTo(0));

  afterAll(async () => {
    await scene.destroy();
    rmSync(directory, { recursive: true });
  });

  const serviceTime = async (): Promise<number> => {
    const { body } = await scene.operator.post('/admin/v1/tokens', { name: 'now', partner: 'demo', scopes: ['orders:read'] });
    return Date.parse(body.createdAt);
  };

  /** All orders, by cursor; `between` runs after the first page. */
  async function walk(between: () => Promise<unknown> = () => Promise.resolve()): Promise<readonly string[]> {
    const ids: string[] = [];
    let path: string | undefined = '/v1/diagnostic_orders?itemsPerPage=20&cursor=';
    while (path !== undefined) {
      const { status, body, headers, text } = await scene.partner.get(path);
      if (status !== 200) throw new Error(text);
      if (ids.length === 0) await between();
      ids.push(...body.map(({ id }: { id: string }) => id));
      path = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
    }
    return ids;
  }

  const tokenWith = async (body: object): Promise<TestClient> => {
    const { status, body: made, text } = await scene.operator.post('/admin/v1/tokens', { name: 'own', partner: 'demo', ...body });
    if (status !== 201) throw new Error(text);
    return new TestClient(scene.caller.url, made.token);
  };

  it.each([
    ['an hour ahead and back', [hour, 0]],
    ['an hour back and ahead', [-hour, 0]],
  ])('%s: every write is done, and no list loses an order', async (_, offsets) => {
    const load = scene.load();
    const probes = scene.probe();
    await sleep(800);
    for (const offset of offsets) {
      const known = load.acknowledged.filter(({ kind }) => kind === 'order').map(({ iri }) => iri.slice(iri.lastIndexOf('/') + 1));
      expect(known.length).toBeGreaterThan(0);
      const walked = await walk(async () => {
        await jumpTo(offset);
        await sleep(400);
      });
      expect(Math.abs((await serviceTime()) - Date.now() - offset)).toBeLessThan(5_000);
      expect([new Set(walked).size, known.filter((id) => !walked.includes(id))]).toEqual([walked.length, []]);
      await sleep(800);
    }
    await expectUndisturbed(scene, load, probes);
  });

  it('lets a token end when the clock says so, and neither locks nor frees those without an end', async () => {
    const short = await tokenWith({ scopes: ['orders:read'], expiresAt: new Date(Date.now() + hour / 2).toISOString() });
    const answers: number[] = [];
    for (const offset of [0, hour, -hour, 0]) {
      await jumpTo(offset);
      answers.push((await short.get('/v1/diagnostic_orders?itemsPerPage=1')).status);
      expect((await scene.partner.get('/v1/diagnostic_orders?itemsPerPage=1')).status).toBe(200);
    }
    expect(answers).toEqual([200, 401, 200, 200]);
  });

  it.each([
    ['ahead and back', [hour, 0]],
    ['back', [-hour]],
  ])('%s: a rate limit that is reached ends as soon as ever', async (_, offsets) => {
    const limited = await tokenWith({ scopes: ['orders:read'], rateLimit: { quota: 60, windowSeconds: 60, burst: 2 } });
    const ask = async (): Promise<number> => (await limited.get('/v1/diagnostic_orders?itemsPerPage=1')).status;
    for (const offset of offsets) {
      await ask();
      await jumpTo(offset);
    }
    const drained: number[] = [];
    while (!drained.includes(429)) drained.push(await ask());
    expect(drained.length).toBeLessThan(6);
    await sleep(1_300);
    expect(await ask()).toBe(200);
  });
});
