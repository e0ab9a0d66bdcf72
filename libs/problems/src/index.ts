export * from './app-error';
export * from './catalogue';
export * from './constraints';
export * from './kinds';
export * from './language';
export * from './problem-document';
export * from './texts';
