export { type Condition, type Filter } from './filter';
export * from './json-filter';
export * from './list';
export * from './run-list';
export { type SortKeys } from './sort';
export * from './value-filters';
