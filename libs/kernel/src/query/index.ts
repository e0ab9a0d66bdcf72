export * from './moment';
export * from './page';
export * from './query-reader';
export * from './query-string';
