import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirectoryInUseError, describeHolder, parseHolder, takeOwnership } from './owner-lock';

describe('takeOwnership', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'owner-lock-'));
    file = join(directory, 'owner');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('names this process while it holds the lock, and leaves nothing behind', () => {
    const release = takeOwnership(file);
    expect(parseHolder(readFileSync(file, 'utf8'))?.processId).toBe(process.pid);
    release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('refuses while the holder lives, and names it', () => {
    const held = describeHolder(process.ppid);
    writeFileSync(file, held);
    expect(() => takeOwnership(file)).toThrow(DataDirectoryInUseError);
    expect(() => takeOwnership(file)).toThrow(`in use by process ${process.ppid}`);
    expect(readFileSync(file, 'utf8')).toBe(held);
    expect(readdirSync(directory)).toEqual(['owner']);
  });

  it.each([
    ['a holder that is gone', describeHolder(2 ** 30)],
    ['a process id that was given again', JSON.stringify({ processId: process.ppid, startMark: 'of an earlier process' })],
    ['a torn file', '{"processId":'],
    ['an empty file', ''],
  ])('takes over from %s', (_case, content) => {
    writeFileSync(file, content);
    const release = takeOwnership(file);
    expect(parseHolder(readFileSync(file, 'utf8'))?.processId).toBe(process.pid);
    release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('does not remove the lock of a successor', () => {
    const release = takeOwnership(file);
    writeFileSync(file, describeHolder(process.ppid));
    release();
    expect(existsSync(file)).toBe(true);
  });
});

describe('parseHolder', () => {
  it.each(['null', '[]', '{"processId":"1","startMark":"x"}', '{"processId":1}', '{"processId":1.5,"startMark":"x"}'])(
    'rejects %s',
    (text) => {
      expect(parseHolder(text)).toBeUndefined();
    },
  );
});
