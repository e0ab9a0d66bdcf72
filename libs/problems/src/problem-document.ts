import type { AppError } from './app-error';
import { constraintCodes, type ConstraintName, type Violation } from './constraints';
import { type ProblemKind, problemKinds, type ProblemStatus } from './kinds';
import type { Language } from './language';
import { detailOf, hintOf, localeOf, messageOf } from './texts';

/** The JSON-LD problem bodies of the partner interface (its section "Errors"; RFC 9457), and what their addresses resolve to. */
export interface ProblemDocument {
  readonly '@context': string;
  readonly '@id': string;
  readonly '@type': 'Error' | 'ConstraintViolation';
  readonly title: string;
  readonly detail: string;
  readonly status: ProblemStatus;
  readonly instance: string;
  readonly type: string;
  readonly description: string;
  readonly violations?: readonly ViolationDocument[];
}

export interface ViolationDocument {
  readonly propertyPath: string;
  readonly message: string;
  readonly code: string;
  readonly hint?: string;
  readonly payload?: Violation['payload'];
}

export const problemMediaType = 'application/problem+json; charset=utf-8';

const violationDocument = (violation: Violation, language: Language): ViolationDocument => ({
  propertyPath: violation.propertyPath,
  message: messageOf(violation, language),
  code: constraintCodes[violation.constraint],
  hint: hintOf(violation, language),
  payload: violation.payload,
});

const violationsAddress = (violations: readonly Violation[]): string => {
  const codes = violations.map((violation) => constraintCodes[violation.constraint]);
  return `/validation_errors/${codes.length === 1 ? codes[0] : codes.map((code, index) => `${index}=${code}`).join(';')}`;
};

/** The body for an error. `requestId` identifies the occurrence: `instance` is the problem's address with it as fragment. */
export function renderProblem(error: AppError, language: Language, requestId: string): ProblemDocument {
  const isViolation = error.code === 'constraint_violation';
  const address = isViolation ? violationsAddress(error.violations) : `/errors/${error.status}`;
  const detail = detailOf(error, language);
  return {
    '@context': isViolation ? '/contexts/ConstraintViolation' : '/contexts/Error',
    '@id': address,
    '@type': isViolation ? 'ConstraintViolation' : 'Error',
    title: localeOf(language).title,
    detail,
    status: error.status,
    instance: `${address}#${encodeURIComponent(requestId)}`,
    type: address,
    description: detail,
    ...((isViolation || error.code === 'resource_invalid') && {
      violations: error.violations.map((violation) => violationDocument(violation, language)),
    }),
  };
}

/** What `GET /errors/{status}` says; undefined for a status that the service does not use. */
export function explainStatus(status: number, language: Language) {
  const kind = (Object.keys(problemKinds) as ProblemKind[]).find((name) => problemKinds[name] === status);
  if (kind === undefined) return undefined;
  const locale = localeOf(language);
  return {
    '@context': '/contexts/Error',
    '@id': `/errors/${status}`,
    '@type': 'Error',
    title: locale.title,
    status,
    type: `/errors/${status}`,
    description: locale.kinds[kind],
  };
}

const constraintNames = Object.keys(constraintCodes) as ConstraintName[];

/** What `GET /validation_errors/{codes}` says: `codes` is one code or `0=code;1=code`; undefined when one is not known. */
export function explainConstraints(codes: string, language: Language) {
  const named = codes.split(';').map((part) => part.replace(/^\d{1,6}=/, ''));
  const names = named.map((code) => constraintNames.find((name) => constraintCodes[name] === code));
  if (!names.every((name) => name !== undefined)) return undefined;
  const locale = localeOf(language);
  return {
    '@context': '/contexts/ConstraintViolation',
    '@id': `/validation_errors/${codes}`,
    '@type': 'ConstraintViolation',
    title: locale.title,
    status: problemKinds.unprocessable,
    type: `/validation_errors/${codes}`,
    description: locale.kinds.unprocessable,
    constraints: [...new Set(names)].map((name) => ({ name, code: constraintCodes[name], message: locale.constraints[name] })),
  };
}

const vocabulary = { hydra: 'http://www.w3.org/ns/hydra/core#', rdfs: 'http://www.w3.org/2000/01/rdf-schema#' } as const;

const problemTerms = {
  title: 'hydra:title',
  detail: 'hydra:description',
  description: 'rdfs:comment',
  status: 'hydra:statusCode',
  type: { '@id': 'rdfs:isDefinedBy', '@type': '@id' },
  instance: { '@id': 'rdfs:seeAlso', '@type': '@id' },
} as const;

/** The JSON-LD context documents that problem bodies name. `base` is the service's own address, for terms of its own. */
export function problemContext(name: 'Error' | 'ConstraintViolation', base: string) {
  const terms = { '@vocab': `${base}/contexts/${name}#`, ...vocabulary, ...problemTerms };
  return { '@context': name === 'Error' ? terms : { ...terms, violations: { '@id': 'hydra:error', '@container': '@list' } } };
}
