import { SettingsError } from './settings';

interface SystemError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
}

/** Why the service does not start, for whoever starts it. A worker's error about its port says less than that of a process that is alone. */
export function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return `These settings are not valid:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const { code, address, port, message }: SystemError = error;
  return code === 'EADDRINUSE' ? `listen EADDRINUSE: address already in use ${address}:${port}` : message;
}
