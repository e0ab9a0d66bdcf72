import { type AppError, type Language, type ProblemKind, problemCatalogue, detailOf } from '@gateway/problems';
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
  conflict: 'conflict',
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

/** An error of the catalogue; the request id is what to quote to the support. */
export function toErrorOutcome(error: AppError, language: Language, requestId: string): OperationOutcome {
  const kind = problemCatalogue[error.code];
  const issue: OutcomeIssue = {
    severity: kind === 'internal' ? 'fatal' : 'error',
    code: issueCodes[kind],
    details: { text: detailOf(error, language) },
    diagnostics: `X-Request-Id: ${requestId}`,
  };
  return { resourceType: 'OperationOutcome', issue: [issue] };
}
