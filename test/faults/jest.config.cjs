const base = require('../../jest.config.cjs');

/** Each suite has a service and a PostgreSQL of its own, as processes that it may kill; no server for all of them. */
/** @type {import('jest').Config} */
module.exports = {
  ...base,
  rootDir: '../..',
  roots: ['<rootDir>/test/faults'],
  testMatch: ['**/*.spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 100_000,
};
