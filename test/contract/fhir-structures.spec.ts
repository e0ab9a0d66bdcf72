import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

describe('the reduced definitions', () => {
  it('are what the official packages give', () => {
    expect(() =>
      execFileSync(process.execPath, ['tools/reduce-fhir-structures.mjs', '--check'], { cwd: root, stdio: 'pipe' }),
    ).not.toThrow();
  });

  it.each(['fhir-r4b', 'fhir-r5'])('are small in %s', (library) => {
    expect(statSync(join(root, 'libs', library, 'src/structures.json')).size).toBeLessThan(1_500_000);
  });
});
