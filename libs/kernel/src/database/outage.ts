/** SQLSTATE classes and codes that say "not now" (PostgreSQL, appendix A). */
const outageStates = /^(08|53|57P0[1-5]|57014|25006|58030)/;
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

/** The unique constraint that a statement ran into, by name; undefined for any other error. */
export function violatedUniqueConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined;
}
