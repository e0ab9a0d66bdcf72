import type { RateLimit } from '@gateway/kernel';
import type { Measurements } from '../http/metrics';
import type { Settings } from '../settings';

/** What a worker asks of the primary, which keeps what all workers share. */
export type Question =
  | { readonly name: 'take'; readonly bucket: string; readonly limit: RateLimit }
  | { readonly name: 'countFailure'; readonly address: string }
  | { readonly name: 'metrics' };

/** What a worker is told before it can begin; nothing of it stands in arguments or in the environment. */
export interface Assignment {
  readonly settings: Settings;
  readonly databaseUrl: string;
  /** Fills an empty database and tells the first tokens: at the start of the service, one worker. */
  readonly makesFirstRecords: boolean;
  /** Removes what has expired: one worker. */
  readonly cleans: boolean;
}

/** From the primary to a worker. */
export type Order =
  | { readonly kind: 'begin'; readonly assignment: Assignment }
  | { readonly kind: 'listen' }
  | { readonly kind: 'measure' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'stop' };

/** From a worker to the primary. */
export type Report =
  | { readonly kind: 'prepared' }
  | { readonly kind: 'listening' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'measured'; readonly measurements: Measurements }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question };

/** The argument by which a process knows that it is a worker of this service (and not of somebody else's cluster). */
export const workerArgument = 'worker';
