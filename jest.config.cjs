// ESM-only packages that Jest, which runs CommonJS here, has to transform.
const esmOnly = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  '@seriousme',
  'jose',
  'fhir-kit-client',
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/src', '<rootDir>/test'],
  // What breaks servers has its own: `npm run test:faults`.
  testMatch: ['**/*.spec.ts', '!**/test/faults/**'],
  transform: { '^.+\\.(t|j|mj)s$': ['@swc/jest'] },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '^@gateway/([a-z0-9-]+)$': '<rootDir>/libs/$1/src/index.ts',
    // Exported to `import` alone, which Jest does not know here.
    '^fhir-kit-client$': '<rootDir>/node_modules/fhir-kit-client/dist/index.js',
  },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 30_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
};
