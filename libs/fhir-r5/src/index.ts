export { makeR5Validator } from './validator';
