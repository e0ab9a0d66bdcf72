export * from './access';
export * from './canonical';
export * from './exact-number';
export * from './parse';
