export * from './read-value';
export { ucumCodeOf } from './ucum-codes';
export type { WordConcept } from './value-words';
