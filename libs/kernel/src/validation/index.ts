export * from './country';
export { type Fault, type FaultReporter, clearable, field, nullable, optional, ruleOver, withDefault } from './field';
export * from './list';
export * from './number';
export * from './text';
export * from './time';
export * from './to-app-error';
