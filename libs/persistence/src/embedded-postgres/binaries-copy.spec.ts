import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOfBinaries, type CopySource } from './binaries-copy';

describe('copyOfBinaries', () => {
  let home: string;
  let base: string;
  let source: CopySource;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'binaries-copy-'));
    chmodSync(home, 0o755);
    base = join(home, 'base');
    mkdirSync(base);
    const native = join(home, 'native');
    for (const folder of ['', 'bin', 'lib']) mkdirSync(join(native, folder));
    writeFileSync(join(native, 'bin/postgres'), 'program', { mode: 0o700 });
    writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library', { mode: 0o600 });
    writeFileSync(join(native, 'lib/libpq.a'), 'archive');
    source = { native, version: '18.4', links: new Map([['lib/libpq.so.5', 'libpq.so.5.18']]) };
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('makes everything readable, makes missing links, and leaves out what only compilers need', () => {
    const copy = copyOfBinaries(source, [base]);
    expect(statSync(join(copy, 'bin/postgres')).mode & 0o777).toBe(0o755);
    expect(statSync(join(copy, 'lib/libpq.so.5.18')).mode & 0o777).toBe(0o644);
    expect(readlinkSync(join(copy, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect(() => statSync(join(copy, 'lib/libpq.a'))).toThrow('ENOENT');
  });

  it('uses a good copy again', () => {
    const program = join(copyOfBinaries(source, [base]), 'bin/postgres');
    utimesSync(program, 1, 1);
    copyOfBinaries(source, [base]);
    expect(statSync(program).mtimeMs).toBe(1000);
  });

  it.each([
    ['lost a file', (copy: string): void => rmSync(join(copy, 'lib/libpq.so.5.18'))],
    ['was cut short', (copy: string): void => writeFileSync(join(copy, 'bin/postgres'), 'prog')],
    ['others can write', (copy: string): void => chmodSync(join(copy, 'bin/postgres'), 0o777)],
  ])('replaces a copy that %s', (_case, damage) => {
    damage(copyOfBinaries(source, [base]));
    const copy = copyOfBinaries(source, [base]);
    expect(readFileSync(join(copy, 'bin/postgres'), 'utf8')).toBe('program');
    expect(statSync(join(copy, 'bin/postgres')).mode & 0o777).toBe(0o755);
    expect(statSync(join(copy, 'lib/libpq.so.5.18')).size).toBe(7);
  });

  it('goes on to the next place when others could change the first', () => {
    const open = join(home, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    expect(copyOfBinaries(source, [open, base]).startsWith(base)).toBe(true);
    expect(() => copyOfBinaries(source, [open])).toThrow('is not fit to hold programs');
  });
});
