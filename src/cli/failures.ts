/** The command was not understood; exit code 2. */
export class UsageError extends Error {}

/** The service did not do what was asked, or could not be reached; exit code 1. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** What `--json` prints all the same. */
    readonly json?: string,
  ) {
    super(message);
  }
}
