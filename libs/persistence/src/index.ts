export { createDataSource, migrate } from './data-source';
export * from './embedded-postgres';
