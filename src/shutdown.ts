import type { Server } from 'node:http';

/** A service that runs. */
export interface Running {
  stop(): Promise<void>;
}

export const graceMilliseconds = 10_000;
const idleCheckMilliseconds = 50;

/** Stops accepting connections and waits for what runs, at most ten seconds. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  // A connection that was busy becomes idle when its answer has left; its client may want to keep it.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, idleCheckMilliseconds);
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, graceMilliseconds);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}

/** Runs `stop` once, at the first SIGTERM, SIGINT or SIGHUP; later ones change nothing. */
export function onStopSignal(stop: () => void): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop();
    });
  }
}
