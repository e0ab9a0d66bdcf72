import type { ConstraintName, HintName, Violation } from '@gateway/problems';
import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A broken constraint at the place that is being checked, or below it. */
export interface Fault {
  readonly constraint: ConstraintName;
  readonly payload?: Violation['payload'];
  readonly hint?: HintName;
  readonly path?: readonly (string | number)[];
}

/** What a field's check may report. Reporting does not end the check; its result then does not count. */
export interface FaultReporter {
  violation(fault: Fault): void;
  wrongType(expected: string): void;
}

/** What a custom zod issue carries from a field to `toAppError`. */
export type IssueParameters = { readonly fault: Fault } | { readonly expectedType: string };

interface Context {
  addIssue(issue: { code: 'custom'; path?: PropertyKey[]; params: IssueParameters }): void;
}

const reporterFor = (context: Context): FaultReporter => ({
  violation: (fault) => {
    context.addIssue({ code: 'custom', path: [...(fault.path ?? [])], params: { fault } });
  },
  wrongType: (expectedType) => {
    context.addIssue({ code: 'custom', params: { expectedType } });
  },
});

/** A transformation that can report what is wrong with the value. */
export const reporting =
  <T>(check: (value: unknown, report: FaultReporter) => T) =>
  (value: unknown, context: Context): T =>
    check(value, reporterFor(context));

/** No answer tells more faults of a kind than this. */
export const maximumFaults = 100;

interface RawIssue {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly params?: unknown;
}

const isWrongType = ({ code, input, params }: RawIssue): boolean =>
  code === 'custom' ? 'expectedType' in (params as IssueParameters) : input !== undefined && input !== null;

/** Drops all but the first wrong types and the first violations. zod spreads issues into arguments, of which there cannot be many. */
export function keepFirst(issues: RawIssue[]): void {
  if (issues.length <= maximumFaults) return;
  const wrongTypes = issues.filter(isWrongType).slice(0, maximumFaults);
  const violations = issues.filter((issue) => !isWrongType(issue)).slice(0, maximumFaults);
  issues.splice(0, issues.length);
  issues.push(...wrongTypes, ...violations);
}

const blank: Fault = { constraint: 'NotBlank' };
const nothing: Fault = { constraint: 'NotNull' };

/**
 * A required leaf of a body: `check` gets the JSON value (never undefined or null: those are reported here) and returns what
 * the program works with. `schema` is its JSON Schema, for OpenAPI.
 */
export const field = <T>(schema: JsonSchema, check: (value: unknown, report: FaultReporter) => T) =>
  z
    .unknown()
    .transform((value, context): T => {
      const report = reporterFor(context);
      if (value === undefined) report.violation(blank);
      else if (value === null) report.violation(nothing);
      else return check(value, report);
      return z.NEVER;
    })
    .meta(schema);

type SuperRefinement<T> = Parameters<z.ZodType<T>['superRefine']>;

/**
 * The arguments of `superRefine` for a rule over several members of an object. It runs even when other members have faults, so that
 * all are told at once, but not when one of its own has: then there is nothing to compare.
 */
export const ruleOver = <T>(
  members: readonly (keyof T & string)[],
  check: (value: T, report: FaultReporter) => void,
): SuperRefinement<T> => [
  (value, context) => {
    check(value, reporterFor(context));
  },
  { when: ({ issues }) => !issues.some((issue) => (members as readonly unknown[]).includes(issue.path?.[0])) },
];

/** A member that may be left out; null counts as left out. */
export const optional = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined);

/** A member that may be left out or null; both are null. */
export const nullable = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);

/** A member that may be left out with a default; null counts as left out. */
export const withDefault = <S extends z.ZodType>(schema: S, value: z.output<S>) =>
  schema
    .nullish()
    .transform((given) => given ?? value)
    .meta({ default: value });

/** A member where absent (undefined) and null differ: absent keeps, null clears. */
export const clearable = <S extends z.ZodType>(schema: S) => schema.nullish();
