export { R5Module } from './r5.module';
export { r5 } from './release';
