/** What went wrong, seen from the client: one HTTP status each (decisions, section 5; RFC 9110 for the rest). */
export const problemKinds = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  timed_out: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  throttled: 429,
  header_too_large: 431,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ProblemKind = keyof typeof problemKinds;
export type ProblemStatus = (typeof problemKinds)[ProblemKind];
