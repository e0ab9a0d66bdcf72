import { problemHeaders } from './headers';
import { AppError, type ProblemKind, problemKinds, renderProblem } from '@gateway/problems';

const nullableString = { type: ['string', 'null'] } as const;

const problemProperties = {
  '@context': { type: ['string', 'object'] },
  '@id': { type: 'string' },
  '@type': { type: 'string' },
  title: nullableString,
  detail: nullableString,
  status: { type: ['integer', 'null'] },
  instance: { ...nullableString, format: 'uri-reference' },
  type: { type: 'string', format: 'uri-reference' },
  description: nullableString,
} as const;

const violation = {
  type: 'object',
  required: ['propertyPath', 'message'],
  properties: {
    propertyPath: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string' },
    hint: { type: 'string' },
    payload: { type: 'object' },
  },
  additionalProperties: false,
} as const;

const required = ['@id', '@type'];

const violations = { type: 'array', items: { $ref: '#/components/schemas/Violation' } } as const;

const schemas = {
  Error: { type: 'object', required, properties: problemProperties, additionalProperties: false },
  InvalidInput: {
    type: 'object',
    description: 'An Error; on the FHIR creates, an invalid resource is told with its violations.',
    required,
    properties: { ...problemProperties, violations },
    additionalProperties: false,
  },
  Violation: violation,
  ConstraintViolation: {
    type: 'object',
    required: [...required, 'violations'],
    properties: { ...problemProperties, violations },
    additionalProperties: false,
  },
} as const;

/** The kinds whose bodies have more than the common members. */
const ownSchemas: Partial<Record<ProblemKind, keyof typeof schemas>> = { malformed: 'InvalidInput', unprocessable: 'ConstraintViolation' };

const exampleViolation = AppError.violations({ propertyPath: 'patient.email', constraint: 'Email' });

/** The bodies of problems (interface, section "Errors"), and one response for each kind. */
export function problemBodyComponents(descriptions: Readonly<Record<ProblemKind, string>>) {
  const responses = Object.fromEntries(
    (Object.keys(problemKinds) as ProblemKind[]).map((kind) => {
      const isViolation = kind === 'unprocessable';
      const schema = { $ref: `#/components/schemas/${ownSchemas[kind] ?? 'Error'}` };
      const example = isViolation ? renderProblem(exampleViolation, 'en', '0199c2a1') : exampleOf(kind, descriptions[kind]);
      return [
        kind,
        { description: descriptions[kind], headers: problemHeaders(kind), content: { 'application/problem+json': { schema, example } } },
      ];
    }),
  );
  return { responses, schemas };
}

const exampleOf = (kind: ProblemKind, description: string) => ({
  '@context': '/contexts/Error',
  '@id': `/errors/${problemKinds[kind]}`,
  '@type': 'Error',
  title: 'An error occurred',
  detail: description,
  status: problemKinds[kind],
  instance: `/errors/${problemKinds[kind]}#0199c2a1`,
  type: `/errors/${problemKinds[kind]}`,
  description,
});
