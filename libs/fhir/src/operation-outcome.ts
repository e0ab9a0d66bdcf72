import { type AppError, detailOf, hintOf, type Language, messageOf, problemCatalogue, type ProblemKind } from '@gateway/problems';
import { EntryError } from './rest/entry-error';
import { InvalidResourceError } from './rest/invalid-resource-error';
import type { Fault, FaultCode, FaultSeverity } from './validation/fault';
import { faultText } from './validation/texts';

/** OperationOutcome (https://hl7.org/fhir/R5/operationoutcome.html); the same in R4B. */
export interface OperationOutcome {
  readonly resourceType: 'OperationOutcome';
  readonly issue: readonly OutcomeIssue[];
}

export interface OutcomeIssue {
  readonly severity: FaultSeverity | 'fatal';
  readonly code: FaultCode | ProblemIssueCode | 'informational';
  readonly details: { readonly text: string };
  readonly diagnostics?: string;
  readonly expression?: readonly string[];
}

/** http://hl7.org/fhir/issue-type for each kind of problem. */
const issueCodes = {
  malformed: 'structure',
  unauthenticated: 'login',
  forbidden: 'forbidden',
  not_found: 'not-found',
  method_not_allowed: 'not-supported',
  not_acceptable: 'not-supported',
  timed_out: 'timeout',
  conflict: 'conflict',
  precondition_failed: 'conflict',
  too_large: 'too-long',
  unsupported_media_type: 'not-supported',
  range_not_satisfiable: 'value',
  unprocessable: 'business-rule',
  throttled: 'throttled',
  header_too_large: 'too-long',
  internal: 'exception',
  not_implemented: 'not-supported',
  unavailable: 'transient',
} as const satisfies Record<ProblemKind, string>;

type ProblemIssueCode = (typeof issueCodes)[ProblemKind];

const faultIssue = (fault: Fault, language: Language): OutcomeIssue => {
  const key = fault.parameters['key'];
  return {
    severity: fault.severity,
    code: fault.code,
    details: { text: faultText(fault, language) },
    ...(key !== undefined && { diagnostics: String(key) }),
    ...(fault.expression !== '' && { expression: [fault.expression] }),
  };
};

/** What a validation found; that all is well when it found nothing. */
export function toOperationOutcome(faults: readonly Fault[], language: Language): OperationOutcome {
  const allOk: OutcomeIssue = {
    severity: 'information',
    code: 'informational',
    details: { text: faultText({ text: 'valid', parameters: {} }, language) },
  };
  const issue = faults.map((fault) => faultIssue(fault, language));
  return { resourceType: 'OperationOutcome', issue: issue.length === 0 ? [allOk] : issue };
}

/** One issue for each broken rule; where it is not one of a body, the error itself. */
function issuesOf(error: AppError, language: Language): readonly OutcomeIssue[] {
  const kind = problemCatalogue[error.code];
  const severity = kind === 'internal' ? 'fatal' : 'error';
  const code = issueCodes[kind];
  if (error.violations.length === 0) return [{ severity, code, details: { text: detailOf(error, language) } }];
  return error.violations.map((violation): OutcomeIssue => ({
    severity,
    code,
    details: { text: hintOf(violation, language) ?? messageOf(violation, language) },
    expression: [`ServiceRequest.${violation.propertyPath}`],
  }));
}

/** The same, with the place of the entry in the Bundle that the client sent. */
const inEntry = (error: EntryError, issue: OutcomeIssue): OutcomeIssue => ({ ...issue, expression: [error.place(issue.expression?.[0])] });

/** An error of the catalogue, or a resource that the definitions refuse; the request id is what to quote to the support. */
export function toErrorOutcome(error: AppError, language: Language, requestId: string): OperationOutcome {
  if (error instanceof InvalidResourceError) return toOperationOutcome(error.faults, language);
  if (error instanceof EntryError && error.faults !== undefined) return toOperationOutcome(error.faults, language);
  const diagnostics = `X-Request-Id: ${requestId}`;
  const issues = issuesOf(error, language).map((issue) => (error instanceof EntryError ? inEntry(error, issue) : issue));
  return { resourceType: 'OperationOutcome', issue: issues.map((issue) => ({ ...issue, diagnostics })) };
}
