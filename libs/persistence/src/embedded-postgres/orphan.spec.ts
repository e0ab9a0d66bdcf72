import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearLeftovers, clusterName, parsePidFile } from './orphan';

describe('parsePidFile', () => {
  it.each([
    ['3976\n/proc/self/fd/3\n1795224977\n55999\n\n127.0.0.1\n 10035215         4\nready   \n', 3976],
    ['-812\n/var/lib/data\n', 812],
    ['1\n/var/lib/data\n', undefined],
    ['', undefined],
    ['garbage', undefined],
  ])('reads %p as %p', (text, processId) => {
    expect(parsePidFile(text)).toBe(processId);
  });
});

describe('clearLeftovers', () => {
  let cluster: string;

  beforeEach(() => {
    cluster = mkdtempSync(join(tmpdir(), 'orphan-'));
  });
  afterEach(() => rmSync(cluster, { recursive: true }));

  it.each([
    ['nobody has', 2 ** 30],
    ['a process of another kind has', process.pid],
  ])('removes a pid file with an id that %s, and signals nobody', async (_case, processId) => {
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    const file = join(cluster, 'postmaster.pid');
    writeFileSync(file, `${processId}\n`);
    await clearLeftovers(cluster, () => undefined);
    expect(existsSync(file)).toBe(false);
    expect(kill).not.toHaveBeenCalled();
    kill.mockRestore();
  });

  it('gives two clusters two names', () => {
    expect(clusterName(cluster)).not.toBe(clusterName(tmpdir()));
  });
});
