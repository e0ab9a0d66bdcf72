import type { RateLimit } from '@gateway/kernel';
import { Redis, ReplyError } from 'ioredis';
import type { SharedBuckets } from './buckets';
import { type Decision, takeFrom, tokensPerMillisecond, wholeToken } from './token-bucket';

/** @param reason why it is no longer shared: a code, nothing of the connection's secrets */
export type SharingListener = (isShared: boolean, reason?: string) => void;

const answerMilliseconds = 200;
const connectMilliseconds = 2_000;
const longestPauseMilliseconds = 1_000;
const probeIntervalMilliseconds = 1_000;

/**
 * The step of `takeToken`, by Redis's clock. It answers with the refilled bucket before the token is taken, from which `takeFrom` makes
 * the same decision here; 17 digits keep every double as it is. A full bucket need not be kept, so the key expires then.
 */
const refillAndTake = `
local burst, perMillisecond, wholeToken = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local function exactly(number) return string.format('%.17g', number) end
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local stored = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local before = tonumber(stored[2]) or now
local elapsed = math.max(0, now - before)
local available = math.min(burst, (tonumber(stored[1]) or burst) + elapsed * perMillisecond)
local tokens = available
if available >= wholeToken then tokens = math.max(0, available - 1) end
redis.call('HSET', KEYS[1], 'tokens', exactly(tokens), 'at', exactly(now))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.ceil((burst - tokens) / perMillisecond)))
return { exactly(available), exactly(now) }
`;

const keyOf = (name: string): string => `rate-limit:${name}`;

const probe: RateLimit = { quota: 1, windowSeconds: 1, burst: 1 };

/** Of a reply the code alone: its text may quote what was sent. */
function reasonOf(error: Error): string {
  if (error instanceof ReplyError) return error.message.split(' ', 1)[0]!;
  return (error as NodeJS.ErrnoException).code ?? error.message;
}

/**
 * @throws Error when nothing comes in time. A process that was busy runs its timers before it reads what has come meanwhile, so only what
 * is missing one turn later is missing.
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(reject, new Error('no answer in time')), answerMilliseconds);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}

/**
 * Token buckets that all instances share. It is asked only while it is known to answer; a lost connection is made anew in the background,
 * and the step itself is tried once a second until it works (a replica or a full memory answers, but refuses).
 */
export class RedisBuckets implements SharedBuckets {
  private readonly redis: Redis;
  private readonly probing: NodeJS.Timeout;
  private state: 'starting' | 'shared' | 'lost' | 'closed' = 'starting';
  private connectionError: Error | undefined;

  /** Connects in the background. @param onChange told when it begins to answer and when it no longer does */
  constructor(
    url: string,
    private readonly onChange: SharingListener,
  ) {
    this.redis = new Redis(url, {
      commandTimeout: connectMilliseconds,
      connectTimeout: connectMilliseconds,
      enableOfflineQueue: false,
      // A request that went on without an answer must not be counted later.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, longestPauseMilliseconds),
    });
    this.redis.on('error', (error: Error) => {
      this.connectionError = error;
    });
    this.redis.on('close', () => {
      this.lose(this.connectionError ?? new Error('connection closed'));
    });
    this.redis.on('ready', () => void this.probe());
    this.probing = setInterval(() => void this.probe(), probeIntervalMilliseconds).unref();
  }

  async take(tokenId: string, limit: RateLimit): Promise<Decision | undefined> {
    if (this.state !== 'shared') return undefined;
    try {
      return await this.run(tokenId, limit);
    } catch (error) {
      this.lose(error as Error);
      return undefined;
    }
  }

  close(): void {
    this.state = 'closed';
    clearInterval(this.probing);
    this.redis.disconnect();
  }

  private async run(name: string, limit: RateLimit): Promise<Decision> {
    const answer = this.redis.eval(refillAndTake, 1, keyOf(name), limit.burst, tokensPerMillisecond(limit), wholeToken);
    const [tokens, at] = (await inTime(answer)) as [string, string];
    return takeFrom({ tokens: Number(tokens), at: Number(at) }, limit);
  }

  private async probe(): Promise<void> {
    if (this.redis.status !== 'ready' || this.state === 'shared') return;
    try {
      await this.run('probe', probe);
    } catch (error) {
      this.lose(error as Error);
      return;
    }
    this.enter('shared');
  }

  private lose(error: Error): void {
    // A connection on which nothing comes back may be dead without being closed.
    if (this.redis.status === 'ready' && !(error instanceof ReplyError)) this.redis.disconnect(true);
    this.enter('lost', reasonOf(error));
  }

  private enter(state: 'shared' | 'lost', reason?: string): void {
    if (this.state === state || this.state === 'closed') return;
    this.state = state;
    this.connectionError = undefined;
    this.onChange(state === 'shared', reason);
  }
}
