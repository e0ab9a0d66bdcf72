export type { Filter } from './filter';
export * from './json-filter';
export * from './list';
export * from './run-list';
export * from './value-filters';
