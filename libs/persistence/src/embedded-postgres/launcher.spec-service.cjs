/** A service that does nothing but hold a database, until it is stopped or killed. Argument: its data directory. */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' };
  module._compile(
    transformSync(readFileSync(filename, 'utf8'), { filename, swcrc: false, module: { type: 'commonjs' }, jsc }).code,
    filename,
  );
};

const { startEmbeddedPostgres } = require('./launcher.ts');

startEmbeddedPostgres({ directory: process.argv[2], durable: false, maxConnections: 20 }).then((database) => {
  process.once('SIGTERM', () => database.stop());
  console.log(JSON.stringify({ url: database.url, processId: database.processId }));
});
