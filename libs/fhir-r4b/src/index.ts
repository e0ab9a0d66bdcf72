export { R4bModule } from './r4b.module';
export { r4b } from './release';
