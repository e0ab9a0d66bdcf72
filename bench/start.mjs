/** `npm run bench`: makes the checkout ready, builds the load tests beside the service, and runs them. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from '../tools/prepare.mjs';

process.chdir(root);
await prepare({ build: true, stdout: process.stderr.fd });

const compiler = join(root, 'node_modules/.bin/swc');
const { status } = spawnSync(process.execPath, [compiler, 'bench', '--out-dir', 'dist', '--quiet', '--ignore', '**/start.mjs'], {
  stdio: ['ignore', process.stderr.fd, process.stderr.fd],
});
if (status !== 0) process.exit(1);

createRequire(import.meta.url)(join(root, 'dist/bench/main.js'));
