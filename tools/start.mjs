/**
 * `npm start`: makes the checkout ready, then becomes the service. The service runs in this very process, so that there is one
 * process to signal, and one that answers: whether the signal comes from a supervisor, from npm or from a terminal (where npm
 * passes on what the terminal has sent to everybody, so that it may arrive twice).
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare({ build: true });

const main = join(root, 'dist/src/main.js');
process.chdir(root);
process.argv[1] = main; // what a cluster's workers run
process.env.NODE_ENV ??= 'production';
createRequire(import.meta.url)(main);
