import { parsePs, parseStat, processFacts } from './process-table';

const statLine = (name: string, state: string): string =>
  `4242 (${name}) ${state} 1 4242 4242 0 -1 4194560 1000 0 0 0 1 2 0 0 20 0 1 0 149646 232000000 4000 18446744073709551615`;

describe('parseStat', () => {
  it.each(['postgres', 'a) S 1 (b', 'two words'])('finds the start time behind the name %p', (name) => {
    expect(parseStat(statLine(name, 'S'))).toEqual({ startTime: '149646' });
  });

  it.each(['Z', 'X'])('takes a process in state %s for gone', (state) => {
    expect(parseStat(statLine('postgres', state))).toBeUndefined();
  });

  it('makes nothing of an empty text', () => {
    expect(parseStat('')).toBeUndefined();
  });
});

describe('parsePs', () => {
  it('splits state, start and command', () => {
    expect(parsePs('Ss   Mon Jan  5 10:00:00 2026 /opt/postgres -D data\n')).toEqual({
      startMark: 'Mon Jan  5 10:00:00 2026',
      commandLine: '/opt/postgres -D data',
    });
  });

  it.each(['', 'Z    Mon Jan  5 10:00:00 2026 (postgres)\n'])('takes %p for no running process', (line) => {
    expect(parsePs(line)).toBeUndefined();
  });
});

describe('processFacts', () => {
  it('marks the same process the same way twice', () => {
    expect(processFacts(process.pid)?.startMark).toBeTruthy();
    expect(processFacts(process.pid)).toEqual(processFacts(process.pid));
  });

  it('knows nothing of a process that does not exist', () => {
    expect(processFacts(2 ** 30)).toBeUndefined();
  });
});
