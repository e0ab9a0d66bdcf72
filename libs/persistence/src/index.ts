export { createDataSource, migrate, statementTimeouts } from './data-source';
export * from './embedded-postgres';
