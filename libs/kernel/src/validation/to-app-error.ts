import { AppError, type Violation, type WrongType, WrongTypesError } from '@gateway/problems';
import { z } from 'zod';
import { isJsonNumber } from '../json';
import { type IssueParameters, maximumFaults } from './field';

type Path = readonly PropertyKey[];

const pathText = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? value[part as never] : undefined),
    input,
  );

/** The JSON type of a value, as the `given` of a wrong type. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isJsonNumber(value) ? 'number' : typeof value;
}

type Finding = { readonly violation: Violation } | { readonly wrongType: WrongType };

function findingOf(issue: z.core.$ZodIssue, input: unknown): Finding {
  const propertyPath = pathText(issue.path);
  const value = valueAt(input, issue.path);
  if (issue.code === 'custom') {
    const parameters = issue.params as IssueParameters;
    if ('fault' in parameters) {
      const { constraint, payload, hint } = parameters.fault;
      return { violation: { propertyPath, constraint, payload, hint } };
    }
    return { wrongType: { attribute: propertyPath, expected: parameters.expectedType, given: jsonTypeOf(value) } };
  }
  if (value === undefined) return { violation: { propertyPath, constraint: 'NotBlank' } };
  if (value === null) return { violation: { propertyPath, constraint: 'NotNull' } };
  const expected = issue.code === 'invalid_type' ? issue.expected : 'object';
  return { wrongType: { attribute: propertyPath, expected, given: jsonTypeOf(value) } };
}

/** The members of an object, also of one that is transformed. */
const membersOf = (schema: z.core.$ZodType): readonly string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodPipe ? membersOf(schema.in) : [];
};

const inOrderOf = (schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] => {
  const members = membersOf(schema);
  const positionOf = (issue: z.core.$ZodIssue): number => members.indexOf(String(issue.path[0]));
  return [...issues].sort((a, b) => positionOf(a) - positionOf(b));
};

/** A 400 when members have the wrong JSON type, otherwise a 422 with the violations; the first hundred in the order of the schema's members. */
export function toAppError(error: z.ZodError, schema: z.ZodType, input: unknown): AppError {
  const findings = inOrderOf(schema, error.issues).map((issue) => findingOf(issue, input));
  const wrongTypes = findings.flatMap((finding) => ('wrongType' in finding ? [finding.wrongType] : []));
  if (wrongTypes.length > 0) return new WrongTypesError(wrongTypes.slice(0, maximumFaults));
  const violations = findings.flatMap((finding) => ('violation' in finding ? [finding.violation] : []));
  return AppError.violations(...violations.slice(0, maximumFaults));
}
