import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, expectRefusal, statuses } from './support/attempts';
import type { Load } from './support/load';
import type { Probes } from './support/probes';
import { expectBounded, FaultScene, timeouts } from './support/scene';

/** How soon the service serves again after the database does, with what a connection may take. */
const recoveryMilliseconds = (timeouts.pool + 3) * 1000;

describe('the service while PostgreSQL', () => {
  let scene: FaultScene;
  let load: Load;
  let probes: Probes;

  beforeAll(async () => {
    scene = await FaultScene.start();
  });

  afterEach(() => scene.quieten());

  afterAll(() => scene.destroy());

  const begin = async (options: Parameters<FaultScene['load']>[0] = {}): Promise<void> => {
    load = scene.load(options);
    probes = scene.probe();
    await scene.untilWritten(load);
    await sleep(1_000);
  };

  /** What began while the database could not answer. */
  const between = (attempts: readonly Attempt[], from: number, to: number) =>
    attempts.filter(({ began, milliseconds }) => began >= from && began + milliseconds <= to);

  const all503 = (attempts: readonly Attempt[]): void => {
    expect(Object.keys(statuses(attempts))).toEqual(['503']);
    attempts.forEach(expectRefusal);
  };

  /** The service was there all the time, said so, and serves again. */
  const end = async (): Promise<void> => {
    expect(await scene.untilWritten(load)).toBeLessThan(recoveryMilliseconds);
    await load.stop();
    await probes.stop();
    expect(statuses(probes.of('live'))).toEqual({ 200: probes.of('live').length });
    expect(
      Object.keys(statuses([...probes.attempts, ...load.attempts])).filter((status) => !['200', '201', '503', '409'].includes(status)),
    ).toEqual([]);
    for (const each of [...probes.attempts, ...load.attempts]) if (each.status === 503) expectRefusal(each);
    expectBounded(load, probes);
    await scene.expectAllKept();
  };

  it('is killed and started again', async () => {
    await begin();
    await scene.postgres.kill();
    const killed = performance.now();
    await sleep(2_500);
    const restarting = performance.now();
    await scene.postgres.restart();
    expect(await scene.untilReady()).toBeLessThan(recoveryMilliseconds);
    for (const what of ['ready', 'list'] as const) all503(between(probes.of(what), killed, restarting));
    all503(between(load.attempts, killed, restarting));
    await end();
  });

  it('is shut down and started again', async () => {
    await begin();
    await scene.postgres.stop();
    const stopped = performance.now();
    await sleep(2_000);
    const restarting = performance.now();
    await scene.postgres.restart();
    expect(await scene.untilReady()).toBeLessThan(recoveryMilliseconds);
    all503(between([...probes.of('ready'), ...load.attempts], stopped, restarting));
    await end();
  });

  it('stands still for 20 seconds', async () => {
    await begin();
    scene.postgres.freeze();
    const frozen = performance.now();
    await sleep(20_000);
    scene.postgres.thaw();
    const thawed = performance.now();
    expect(await scene.untilReady()).toBeLessThan(recoveryMilliseconds);
    // Each was refused while it stood still: nobody waited for its end.
    for (const what of ['ready', 'list'] as const) all503(between(probes.of(what), frozen, thawed));
    all503(between(load.attempts, frozen, thawed));
    await end();
  });

  it('cuts its connections, again and again', async () => {
    await begin();
    let cut = 0;
    for (let round = 0; round < 15; round += 1) {
      cut += await scene.postgres.cut();
      await sleep(120);
    }
    expect(cut).toBeGreaterThan(15);
    expect(await scene.untilReady()).toBeLessThan(recoveryMilliseconds);
    expect(statuses(load.attempts)).toMatchObject({ 201: expect.any(Number), 503: expect.any(Number) });
    await end();
  });

  it('keeps all connections of the pool waiting for a lock', async () => {
    await begin({ writers: 20 });
    const blocker = await scene.postgres.connect();
    await blocker.query('BEGIN; LOCK TABLE diagnostic_orders IN ACCESS EXCLUSIVE MODE');
    const locked = performance.now();
    await sleep(6_000);
    const released = performance.now();
    await blocker.query('COMMIT');
    await blocker.end();
    expect(await scene.untilReady()).toBeLessThan(recoveryMilliseconds);
    expect(statuses(between(probes.of('ready'), locked, released))).toMatchObject({ 503: expect.any(Number) });
    all503(between(probes.of('list'), locked, released));
    await end();
  });

  it('has no connection left for it', async () => {
    await begin();
    const taken: { end(): Promise<void> }[] = [];
    const cutter = await scene.postgres.connect();
    for (let round = 0; round < 4; round += 1) {
      await cutter.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'laboratory-gateway'`);
      const attempts = await Promise.allSettled(Array.from({ length: 40 }, () => scene.postgres.connect()));
      taken.push(...attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    }
    const full = performance.now();
    await sleep(2_000);
    const freed = performance.now();
    for (const client of taken) await client.end();
    await cutter.end();
    expect(await scene.untilReady()).toBeLessThan(recoveryMilliseconds);
    all503(between([...probes.of('ready'), ...load.attempts], full, freed));
    await end();
  });
});
