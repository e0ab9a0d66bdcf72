export { makeR4bValidator } from './validator';
