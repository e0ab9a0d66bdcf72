/** `npm run cli -- COMMAND`: makes the checkout ready without a word on the standard output, then runs the command line client. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare({ build: true, stdout: process.stderr.fd });

const main = join(root, 'dist/src/cli/main.js');
process.argv[1] = main;
createRequire(import.meta.url)(main);
