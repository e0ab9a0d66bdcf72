/** SQLSTATE classes and codes that say "not now": no connection, no capacity, a lost race, shutdown (PostgreSQL, appendix A). */
const outageStates = /^(08|53|40001|40P01|57P0[1-5]|57014|25006|25P0[34]|58030)/;
const outageSystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
/** What the driver and TypeORM say of a connection that has gone, or that does not answer. */
const lostMessages =
  /Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|uery runner (was )?already released|Query read timeout|timeout expired/;
const outageMessages = /timeout exceeded when trying to connect|Cannot use a pool after calling end|Driver not Connected/;

/** Whether the database could not be reached or had no capacity, as opposed to having refused the statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === 'string' && (outageSystemCodes.has(code) || outageStates.test(code))) return true;
  if (outageMessages.test(error.message) || lostMessages.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isDatabaseOutage);
}

/** Whether nothing more can be said over the connection, also where the error was made into a refusal since. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return outageSystemCodes.has(String(code)) || lostMessages.test(error.message) || isConnectionLost(error.cause);
}
