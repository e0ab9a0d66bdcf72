import { StatementNames } from './statement-names';

describe('StatementNames', () => {
  it('names a text from its second time on, always alike', () => {
    const names = new StatementNames(500);
    expect(names.of('SELECT 1')).toBeUndefined();
    const name = names.of('SELECT 1');
    expect(name).toMatch(/^gateway_[\w-]{22}$/);
    expect(names.of('SELECT 1')).toBe(name);
    expect(names.of('SELECT 2')).toBeUndefined();
    expect(names.of('SELECT 2')).not.toBe(name);
  });

  it('gives texts the same names everywhere', () => {
    const nameIn = (names: StatementNames) => [names.of('SELECT 1'), names.of('SELECT 1')][1];
    expect(nameIn(new StatementNames(500))).toBe(nameIn(new StatementNames(500)));
  });

  it('gives 500 names and no more', () => {
    const names = new StatementNames(500);
    for (let count = 0; count < 1000; count += 1) names.of(`SELECT ${Math.floor(count / 2)}`);
    expect(names.of('SELECT 499')).toBeDefined();
    expect([names.of('SELECT 500'), names.of('SELECT 500')]).toEqual([undefined, undefined]);
  });

  it('gives none where there shall be none', () => {
    const names = new StatementNames(0);
    expect([names.of('SELECT 1'), names.of('SELECT 1')]).toEqual([undefined, undefined]);
  });

  it('forgets what came once when too much of it has come', () => {
    const names = new StatementNames(500);
    for (let index = 0; index <= 500; index += 1) names.of(`SELECT ${index}`);
    expect(names.of('SELECT 0')).toBeUndefined();
    expect(names.of('SELECT 500')).toBeDefined();
  });
});
