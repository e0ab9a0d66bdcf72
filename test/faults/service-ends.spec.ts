import { setTimeout as sleep } from 'node:timers/promises';
import { expectRefusal, statuses } from './support/attempts';
import { bounds, FaultScene } from './support/scene';

/** What a stop may take: ten seconds for what runs, and the end itself. */
const stopMilliseconds = 12_000;

describe('a service under load', () => {
  let scene: FaultScene;

  beforeAll(async () => {
    scene = await FaultScene.start();
  });

  afterAll(() => scene.destroy());

  it('is killed, twice, and goes on where it was when it is started again', async () => {
    const load = scene.load();
    for (let round = 0; round < 2; round += 1) {
      await sleep(1_500);
      expect(load.acknowledged.length).toBeGreaterThan(0);
      scene.service.signal('SIGKILL');
      await scene.service.ended();
      await scene.startAgain();
      expect(await scene.untilWritten(load)).toBeLessThan(bounds.write);
    }
    await load.stop();
    const { none = 0 } = statuses(load.attempts);
    expect(none).toBeGreaterThan(0);
    await scene.expectAllKept();
  });

  it('answers what it has begun when it gets SIGTERM, and accepts nothing more', async () => {
    const load = scene.load();
    await sleep(1_500);
    const asked = performance.now();
    scene.service.signal('SIGTERM');
    expect(await scene.service.ended()).toBe(0);
    const ended = performance.now();
    expect(ended - asked).toBeLessThan(stopMilliseconds);
    // What was on its way was answered: without an answer is only what came to a port that nobody listened on any more.
    const cut = load.attempts.filter(({ began, status }) => began < asked && status === undefined);
    expect(cut.map(({ what, milliseconds }) => [what, milliseconds])).toEqual([]);
    for (const each of load.attempts) if (each.status === 503) expectRefusal(each);
    await scene.startAgain();
    expect(await scene.untilWritten(load)).toBeLessThan(bounds.write);
    await load.stop();
    expect(Math.max(...load.attempts.map(({ milliseconds }) => milliseconds))).toBeLessThan(bounds.write);
    await scene.expectAllKept();
  });
});
