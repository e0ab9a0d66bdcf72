import { dirname, relative, sep } from 'node:path';

const audit = 'looks at what one process has written of its audit trail, which another would still have in memory';

/**
 * With TEST_POOLED=on every gateway is two instances of the service on one database and one Redis, and the requests of each client go to
 * them in turn. These suites look at something of a single process; they too run behind the pooler, with one instance.
 */
const singleInstance: Readonly<Record<string, string>> = {
  'test/fhir/rest-errors.spec.ts': 'breaks a service of one process, and takes its database away for a while',
  'test/fhir/round-trips.spec.ts': 'counts the statements of one process',
  'test/http/service.spec.ts': 'takes all connections of one process, and counts the lines of its log',
  'test/legacy/document-streams.spec.ts': 'watches and breaks the reads of one process',
  'test/legacy/round-trips.spec.ts': 'counts the statements of one process',
  'test/operations/audit-events.spec.ts': audit,
  'test/operations/audit-idempotency.spec.ts': audit,
  'test/operations/audit-lists.spec.ts': audit,
  'test/operations/audit-request-ids.spec.ts': audit,
  'test/persistence/json-indexes.spec.ts': 'listens to the statements of one process',
  'test/persistence/kept-plans.spec.ts': 'listens to the statements of one process',
  'test/persistence/list-plans.spec.ts': 'listens to the statements of one process',
  'test/security/audit-chain.spec.ts': audit,
  'test/security/audit-routes.spec.ts': audit,
  'test/security/authentication.spec.ts':
    'a revocation holds at once in the process that revokes, and failed log-ins are counted on each host',
  'test/security/rate-limit.spec.ts': 'sets the clock of the count, which is that of Redis otherwise (rate-limit-redis.spec.ts)',
  'test/security/smart-clients.spec.ts': 'the tokens of a client end at once in the process that ends them',
};

/** These do not go through the pooler. */
const unpooled: Readonly<Record<string, string>> = {
  'test/persistence/query-plans.spec.ts': 'fills its tables from temporary ones, which only a session of its own keeps',
  'test/persistence/transactions.spec.ts':
    'limits the time of statements by connection, which a pooler has to do for all of its connections',
  'test/security/audit-append-only.spec.ts': 'connects as roles that the pooler does not know',
};

const root = dirname(dirname(__dirname));

const isListed = (list: Readonly<Record<string, string>>): boolean =>
  relative(root, expect.getState().testPath!).replaceAll(sep, '/') in list;

/** Where the databases of the suite that runs are reached. */
export function databaseServer(): string {
  const { TEST_DATABASE_SERVER: server, TEST_DATABASE_POOLER: pooler } = process.env;
  return pooler === undefined || isListed(unpooled) ? server! : pooler;
}

/** Whether the suite that runs has two instances of the service. */
export const hasTwoInstances = (): boolean =>
  process.env['TEST_DATABASE_POOLER'] !== undefined && !isListed(singleInstance) && !isListed(unpooled);

const instances = new Map<string, readonly string[]>();
let turn = 0;

/** Whoever asks the first address from now on is led to each of these in turn. */
export function takeTurns(urls: readonly [string, ...string[]]): void {
  instances.set(urls[0], urls);
}

/** The address whose turn it is. */
export function addressInTurn(url: string): string {
  const urls = instances.get(url);
  if (urls === undefined) return url;
  turn += 1;
  return urls[turn % urls.length]!;
}
