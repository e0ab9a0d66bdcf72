import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectRefusal, statuses } from './support/attempts';
import { bounds, expectBounded, FaultScene } from './support/scene';

/** A file system that is small enough to be filled; its data are in memory. */
class SmallDisk {
  private constructor(readonly directory: string) {}

  /** @throws Error where nobody may mount anything */
  static mount(megabytes: number): SmallDisk {
    const directory = mkdtempSync(join(tmpdir(), 'gateway-small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory], { stdio: 'pipe' });
    } catch (error) {
      rmSync(directory, { recursive: true });
      throw error;
    }
    return new SmallDisk(directory);
  }

  private get ballast(): string {
    return join(this.directory, 'ballast');
  }

  /** To the last byte. */
  fill(): void {
    const file = openSync(this.ballast, 'w');
    try {
      for (const size of [1024 * 1024, 4096]) this.fillBy(file, Buffer.alloc(size, 1));
    } finally {
      closeSync(file);
    }
  }

  private fillBy(file: number, block: Buffer): void {
    try {
      while (writeSync(file, block) === block.length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  makeRoom(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    execFileSync('umount', [this.directory]);
    rmSync(this.directory, { recursive: true });
  }
}

function mountOrReason(): SmallDisk | string {
  try {
    return SmallDisk.mount(220);
  } catch (error) {
    return (error as Error).message.split('\n')[0]!;
  }
}

const disk = mountOrReason();
const isMounted = disk instanceof SmallDisk;

if (!isMounted) process.stderr.write(`A full disk is not tried: a small file system cannot be mounted here (${disk}).\n`);

(isMounted ? describe : describe.skip)('a full disk below the database', () => {
  const small = disk as SmallDisk;
  let scene: FaultScene;

  beforeAll(async () => {
    scene = await FaultScene.start({ directory: small.directory });
  });

  afterAll(async () => {
    await scene.destroy();
    small.unmount();
  });

  it('has writes refused until there is room, and loses none', async () => {
    const load = scene.load();
    const probes = scene.probe();
    await scene.untilWritten(load);
    await sleep(1_000);
    small.fill();
    await sleep(7_000);
    const refused = load.attempts.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    refused.forEach(expectRefusal);
    small.makeRoom();
    // A server that could not even write its log of changes has ended; whoever runs it starts it again.
    if (!scene.postgres.isRunning) await scene.postgres.restart();
    await scene.untilReady();
    expect(await scene.untilWritten(load)).toBeLessThan(bounds.write);
    await load.stop();
    await probes.stop();
    expect(statuses(probes.of('live'))).toEqual({ 200: probes.of('live').length });
    for (const each of probes.attempts) if (each.status !== 200) expectRefusal(each);
    expectBounded(load, probes);
    await scene.expectAllKept();
  });
});
