/** SQLSTATE classes and codes that say "not now": no connection, no capacity, a lost race, shutdown (PostgreSQL, appendix A). */
const outageStates = /^(08|53|40001|40P01|57P0[1-5]|57014|25006|58030)/;
const outageSystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
const outageMessages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|Driver not Connected|Query read timeout/;

/** Whether the database could not be reached or had no capacity, as opposed to having refused the statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === 'string' && (outageSystemCodes.has(code) || outageStates.test(code))) return true;
  if (outageMessages.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isDatabaseOutage);
}
