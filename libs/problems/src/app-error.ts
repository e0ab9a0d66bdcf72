import { type ProblemCode, statusOf } from './catalogue';
import type { Violation } from './constraints';
import type { ProblemStatus } from './kinds';

export type ProblemParameters = Readonly<Record<string, string | number>>;

export interface AppErrorOptions {
  /** Fill the placeholders of the text in `locales/`. Never personal data: they reach the client's logs. */
  readonly parameters?: ProblemParameters;
  readonly violations?: readonly Violation[];
  /** Response headers that belong to the problem, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error as data: a code of the catalogue and what it needs. Each door renders it in its own form. */
export class AppError extends Error {
  readonly parameters: ProblemParameters;
  readonly violations: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ProblemCode,
    { parameters = {}, violations = [], headers = {}, cause }: AppErrorOptions = {},
  ) {
    super(code, { cause });
    this.name = 'AppError';
    this.parameters = parameters;
    this.violations = violations;
    this.headers = headers;
  }

  get status(): ProblemStatus {
    return statusOf(this.code);
  }

  /** A 422 that names every broken constraint at once. */
  static violations(...violations: readonly Violation[]): AppError {
    return new AppError('constraint_violation', { violations });
  }

  /** A 400 that names every fault of a resource at once. */
  static invalidResource(...violations: readonly Violation[]): AppError {
    return new AppError('resource_invalid', { violations });
  }

  /** The record is not there, or not this partner's; both answer the same. */
  static recordNotFound(): AppError {
    return new AppError('record_not_found');
  }
}

/** A member of the wrong JSON type (a 400), as `wrong_types` lists them. */
export interface WrongType {
  readonly attribute: string;
  readonly expected: string;
  readonly given: string;
}

/** A 400 with one line per member of the wrong JSON type. */
export class WrongTypesError extends AppError {
  constructor(readonly wrongTypes: readonly WrongType[]) {
    super('wrong_types');
  }
}
