import { standardDoor } from '@gateway/fhir';
import { AppError, type ProblemKind, problemKinds } from '@gateway/problems';
import { problemHeaders } from './headers';

const text = { type: 'string' } as const;

const issue = {
  type: 'object',
  required: ['severity', 'code', 'details'],
  properties: {
    severity: { enum: ['fatal', 'error', 'warning', 'information'] },
    code: text,
    details: { type: 'object', required: ['text'], properties: { text } },
    diagnostics: text,
    expression: { type: 'array', items: text },
  },
} as const;

const outcome = {
  type: 'object',
  required: ['resourceType', 'issue'],
  properties: { resourceType: { const: 'OperationOutcome' }, issue: { type: 'array', minItems: 1, items: issue } },
} as const;

const name = (kind: ProblemKind): string => `outcome_${kind}`;

const context = { requestId: '0199c2a1', language: 'en' } as const;

const example: unknown = JSON.parse(standardDoor.render(AppError.recordNotFound(), context).text);

/** Errors of the standard FHIR paths: one response for each kind. */
export function outcomeComponents(descriptions: Readonly<Record<ProblemKind, string>>) {
  const content = { 'application/fhir+json': { schema: { $ref: '#/components/schemas/OperationOutcome' }, example } };
  const responses = Object.fromEntries(
    (Object.keys(problemKinds) as ProblemKind[]).map((kind) => [
      name(kind),
      { description: descriptions[kind], headers: problemHeaders(kind), content },
    ]),
  );
  return { responses, schemas: { OperationOutcome: outcome } };
}

/** Where the answer for a kind of problem on a path is described. */
export const errorResponse = (path: string, kind: ProblemKind) => ({
  $ref: `#/components/responses/${standardDoor.owns(path) ? name(kind) : kind}`,
});
