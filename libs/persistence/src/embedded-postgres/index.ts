export { freePort } from './free-port';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher';
