import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterableByOthers, ownedAndClosed, safeFromOthers, stepsTo, usableByOthers } from './reachability';

describe('reachability', () => {
  let outer: string;
  let inner: string;
  let program: string;

  beforeEach(() => {
    outer = mkdtempSync(join(tmpdir(), 'reachability-'));
    inner = join(outer, 'inner');
    program = join(inner, 'program');
    mkdirSync(inner);
    writeFileSync(program, '');
    chmodSync(outer, 0o755);
    chmodSync(inner, 0o755);
    chmodSync(program, 0o755);
  });
  afterEach(() => rmSync(outer, { recursive: true }));

  it('lists the steps to a directory', () => {
    expect(stepsTo('/a/b')).toEqual(['/', '/a', '/a/b']);
  });

  it('finds a directory closed when a parent is', () => {
    chmodSync(outer, 0o700);
    expect(enterableByOthers(inner)).toBe(false);
    expect(usableByOthers(program, 'execute')).toBe(false);
  });

  it.each([
    [0o755, true, true],
    [0o711, false, false],
    [0o644, true, false],
    [0o700, false, false],
  ])('judges a file of mode %o', (mode, readable, executable) => {
    const open = enterableByOthers(inner);
    chmodSync(program, mode);
    expect(usableByOthers(program, 'read')).toBe(open && readable);
    expect(usableByOthers(program, 'execute')).toBe(open && executable);
  });

  it.each([
    [0o755, true],
    [0o1777, true],
    [0o777, false],
    [0o775, false],
  ])('judges a directory of mode %o', (mode, safe) => {
    const parentSafe = safeFromOthers(outer);
    chmodSync(inner, mode);
    expect(safeFromOthers(inner)).toBe(parentSafe && safe);
  });

  it('trusts no file that others can write', () => {
    expect(ownedAndClosed(program)).toBe(true);
    chmodSync(program, 0o757);
    expect(ownedAndClosed(program)).toBe(false);
  });
});
