/** `npm run fuzz -- --requests 100000 --seed 1`: sends hostile requests to every operation, tells how far it is, and ends by itself. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from './prepare.mjs';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } } });
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    console.error(`--${name} takes a number from 1.`);
    process.exit(2);
  }
}

process.chdir(root);
await prepare({ stdout: process.stderr.fd });

const jest = join(root, 'node_modules/jest/bin/jest.js');
const { status } = spawnSync(process.execPath, [jest, 'test/hostile/fuzz.spec.ts', '--runInBand', '--forceExit'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
});
process.exit(status ?? 1);
