export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './launcher';
export { DataDirectoryInUseError } from './owner-lock';
