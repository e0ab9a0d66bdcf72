import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { RateLimit, ServiceSettings } from '@gateway/kernel';
import { z } from 'zod';

/** Everything that the environment decides (README, "Settings"). This file is the only reader of `process.env`. */
export interface Settings extends ServiceSettings {
  readonly port: number;
  readonly host: string;
  /** Unset: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** How many processes serve requests on this host. */
  readonly workers: number;
  /** Unset: each host counts requests for itself. */
  readonly redisUrl: string | undefined;
  readonly loadsDemoData: boolean;
  readonly logLevel: string;
  readonly trustedProxies: string | number | false;
  /** Of programs in browsers; `*` stands for all. */
  readonly corsOrigins: readonly string[] | '*';
  readonly timeouts: Timeouts;
}

/** How long anything may take, in milliseconds (README, "What happens when something breaks"). */
export interface Timeouts {
  /** A statement in the database. */
  readonly statement: number;
  /** The wait for a connection to the database. */
  readonly pool: number;
  /** A client that sends its request. */
  readonly request: number;
  /** The header of that request. */
  readonly header: number;
}

const rateLimit = z
  .string()
  .regex(/^\d{1,9}\/\d{1,6}\/\d{1,9}$/, 'must be quota/seconds/burst, such as 600/60/120')
  .transform((text): RateLimit => {
    const [quota = 0, windowSeconds = 0, burst = 0] = text.split('/').map(Number);
    return { quota, windowSeconds, burst };
  })
  .refine((limit) => Math.min(limit.quota, limit.windowSeconds, limit.burst) >= 1, 'must have no zero');

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const isProxy = (entry: string): boolean => {
  const [address = '', bits = '1', ...others] = entry.trim().split('/');
  const isBits = /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
  return ['loopback', 'linklocal', 'uniquelocal'].includes(entry.trim()) || (isIP(address) !== 0 && isBits && others.length === 0);
};

const trustProxy = z
  .string()
  .refine((text) => /^\d{1,2}$/.test(text) || text.split(',').every(isProxy), 'must be a number of hops, or addresses and networks')
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text));

/** As browsers send it (RFC 6454 section 6.2): no path, no default port, lower case. */
const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const corsOrigins = z
  .string()
  .transform((text) => (text.trim() === '*' ? '*' : text.split(',').map((entry) => entry.trim())))
  .refine((origins) => origins === '*' || origins.every(isOrigin), 'must be * or origins such as https://ehr.example, separated by commas');

const longestSeconds = 3600;
const secondsRule = 'must be a number of seconds, from 1 to those of an hour';

const seconds = (usual: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, secondsRule)
    .transform(Number)
    .refine((count) => count >= 1 && count <= longestSeconds, secondsRule)
    .default(usual);

const defaultPort = 3000;

const mostWorkers = 64;
const workersRule = `must be a number of processes, 1 to ${mostWorkers}`;

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port')
    .default(defaultPort),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(path)),
  REDIS_URL: z
    .string()
    .refine((text) => /^rediss?:\/\/[^/?]/.test(text) && URL.canParse(text), 'must be redis://host:port or rediss://host:port')
    .optional(),
  ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'must have at least 32 visible ASCII characters')
    .optional(),
  DEMO_DATA: onOff.optional(),
  CARRIERS: z.enum(['neutral', 'germany']).default('neutral'),
  RATE_LIMIT: rateLimit.default({ quota: 600, windowSeconds: 60, burst: 120 }),
  WEB_CONCURRENCY: z
    .string()
    .regex(/^\d{1,2}$/, workersRule)
    .transform(Number)
    .refine((count) => count >= 1 && count <= mostWorkers, workersRule)
    .default(1),
  PREPARED_STATEMENTS: onOff.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustProxy.optional(),
  LAB_TIME_ZONE: z.string().refine(isTimeZone, 'must be an IANA time zone').default('Europe/Berlin'),
  CORS_ORIGINS: corsOrigins.optional(),
  STATEMENT_TIMEOUT: seconds(25),
  POOL_TIMEOUT: seconds(5),
  REQUEST_TIMEOUT: seconds(60),
  HEADER_TIMEOUT: seconds(15),
});

const serviceEnvironment = environment.refine((values) => !(values.HEADER_TIMEOUT > values.REQUEST_TIMEOUT), {
  path: ['HEADER_TIMEOUT'],
  message: 'must not be longer than REQUEST_TIMEOUT',
});

export class SettingsError extends Error {}

/** @throws SettingsError that names every bad setting, without its value */
function readVariables<S extends z.ZodType>(schema: S, variables: NodeJS.ProcessEnv): z.output<S> {
  // An empty variable is an unset one: container tools pass them so.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const checked = schema.safeParse(given);
  if (checked.success) return checked.data;
  throw new SettingsError(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}

const localAddress = (port: number): string => `http://localhost:${port}`;

const baseUrlOf = ({ BASE_URL, PORT }: { BASE_URL?: string | undefined; PORT: number }): string => BASE_URL ?? localAddress(PORT);

/** Where the service is when nothing is set. */
export const defaultBaseUrl = localAddress(defaultPort);

/** @throws SettingsError */
export function readSettings(variables: NodeJS.ProcessEnv = process.env): Settings {
  const values = readVariables(serviceEnvironment, variables);
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: baseUrlOf(values),
    databaseUrl: values.DATABASE_URL,
    dataDirectory: values.DATA_DIR,
    workers: values.WEB_CONCURRENCY,
    redisUrl: values.REDIS_URL,
    adminToken: values.ADMIN_TOKEN,
    loadsDemoData: values.DEMO_DATA ?? values.DATABASE_URL === undefined,
    carriers: values.CARRIERS,
    rateLimit: values.RATE_LIMIT,
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.TRUST_PROXY ?? false,
    corsOrigins: values.CORS_ORIGINS ?? [],
    labTimeZone: values.LAB_TIME_ZONE,
    preparedStatements: values.PREPARED_STATEMENTS,
    timeouts: {
      statement: values.STATEMENT_TIMEOUT * 1000,
      pool: values.POOL_TIMEOUT * 1000,
      request: values.REQUEST_TIMEOUT * 1000,
      header: values.HEADER_TIMEOUT * 1000,
    },
  };
}

/** What the command line client needs; every one of them has an option that goes first. */
export interface CliSettings {
  readonly baseUrl: string;
  readonly token: string | undefined;
}

/** @throws SettingsError */
export function readCliSettings(variables: NodeJS.ProcessEnv = process.env): CliSettings {
  const values = readVariables(
    environment.pick({ BASE_URL: true, PORT: true, ADMIN_TOKEN: true }).extend({ GATEWAY_TOKEN: z.string().optional() }),
    variables,
  );
  return { baseUrl: baseUrlOf(values), token: values.GATEWAY_TOKEN ?? values.ADMIN_TOKEN };
}
