import { factVersion } from './fact-version';

describe('factVersion', () => {
  it('is a positive integer that only the facts decide', () => {
    const row = { id: 'a', documents: [{ id: 'b' }] };
    expect(Number.isSafeInteger(Number(factVersion(row)))).toBe(true);
    expect(factVersion(row)).toMatch(/^[1-9]\d*$/);
    expect(factVersion({ ...row })).toBe(factVersion(row));
    expect(factVersion({ ...row, documents: [] })).not.toBe(factVersion(row));
  });
});
