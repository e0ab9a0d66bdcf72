export * from './clock';
export * from './database/database';
export * from './database/outage';
export * from './identifiers';
export * from './json';
export * from './query';
export * from './settings';
export * from './validation';
