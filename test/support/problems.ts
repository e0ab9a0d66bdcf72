import type { TestAnswer } from './test-client';

/** Constraint codes and English messages as the reference of problem bodies lists them. */
const constraints = {
  NotBlank: ['c1051bb4-d103-4f74-8988-acbcafc7fdc3', 'This value should not be blank.'],
  NotNull: ['ad32d13f-c3d4-423b-909a-857b961eb720', 'This value should not be null.'],
  TooLong: ['d94b19cc-114f-4f44-9cc4-4138e80a87b9', 'This value is too long. It should have {limit} characters or less.'],
  Email: ['bd79c0ab-ddba-46cc-a703-a7a4b08de310', 'This value is not a valid email address.'],
  Choice: ['8e179f1b-97aa-4560-a02f-2a8b42e49df7', 'The value you selected is not a valid choice.'],
  Range: ['04b91c99-a946-4221-afc5-e65ebac401eb', 'This value should be between {min} and {max}.'],
  Regex: ['de1e3db3-5ed4-4941-aae4-59f3667cc3a3', 'This value is not valid.'],
  Type: ['ba785a8c-82cb-4283-967c-3cf342181b40', 'This value should be of type {type}.'],
  TooFew: ['bef8e338-6ae5-4caf-b8e2-50e7b0579e69', undefined],
  TooMany: ['756b1212-697c-468d-a9ad-50dd783bb169', undefined],
  DateFormat: ['69819696-02ac-4a99-9ff0-14e127c4d1bc', 'This value is not a valid date.'],
  Date: ['3c184ce5-b31d-4de7-8b76-326da7b2be93', 'This value is not a valid date.'],
  DateTimeFormat: ['1a9da513-2640-4f84-9b6a-4d99dcddc628', 'This value is not a valid datetime.'],
  UuidTooShort: ['aa314679-dac9-4f54-bf97-b2049df8f2a3', 'This value is not a valid UUID.'],
  UuidTooLong: ['494897dd-36f8-4d31-8923-71a8d5f3000d', 'This value is not a valid UUID.'],
  UuidCharacters: ['51120b12-a2bc-41bf-aa53-cd73daf330d0', 'This value is not a valid UUID.'],
  Url: ['57c2f299-1154-4870-89bb-ef3b1f5ad229', undefined],
  Country: ['8f900c12-61bd-455d-9398-996cd040f7f0', 'This value is not a valid country.'],
  Unique: ['23bd9dbf-6b9b-41cd-a99e-4844bcf3077f', 'This value is already used.'],
  ExtraField: ['7703c766-b5d5-4cef-ace7-ae0dd82304e9', undefined],
} as const satisfies Record<string, readonly [code: string, message: string | undefined]>;

export type ConstraintName = keyof typeof constraints;

export interface ExpectedViolation {
  readonly path: string;
  readonly constraint: ConstraintName;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Texts that the hint has to name. */
  readonly hint?: readonly string[];
}

export type ViolationDetails = Omit<ExpectedViolation, 'path' | 'constraint'>;

/** A row of a table: a member, a value that it must not have, and how that is told. */
export type RefusedValue = readonly [place: string, value: unknown, constraint: ConstraintName, details: ViolationDetails];

export const violation = (path: string, constraint: ConstraintName, details: ViolationDetails = {}): ExpectedViolation => ({
  path,
  constraint,
  ...details,
});

/** The documented message; its limits are those of the payload that came. */
const messageOf = (constraint: ConstraintName, payload: Readonly<Record<string, unknown>> = {}): string | undefined =>
  constraints[constraint][1]?.replace(/\{(\w+)\}/g, (_, name: string) => String(payload[name === 'limit' ? 'max' : name]));

/** The whole common error body. */
export function expectProblem({ status, headers, body }: TestAnswer, expected: number, detail: unknown = expect.any(String)): void {
  expect([status, detail === undefined ? undefined : body?.detail]).toEqual([expected, detail]);
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(body).toEqual({
    '@context': '/contexts/Error',
    '@id': `/errors/${expected}`,
    '@type': 'Error',
    title: 'An error occurred',
    detail,
    status: expected,
    instance: expect.stringContaining(headers['x-request-id']!),
    type: `/errors/${expected}`,
    description: body.detail,
  });
}

/** The whole body of a 422 with these violations, in this order. */
export function expectViolations({ status, headers, body }: TestAnswer, ...expected: readonly ExpectedViolation[]): void {
  expect({ status, violations: body?.violations?.map((one: any) => `${one.propertyPath} ${one.code}`), detail: body?.detail }).toEqual({
    status: 422,
    violations: expected.map(({ path, constraint }) => `${path} ${constraints[constraint][0]}`),
    detail: expect.any(String),
  });
  const codes = expected.map(({ constraint }) => constraints[constraint][0]);
  const address = `/validation_errors/${codes.length === 1 ? codes[0] : codes.map((code, index) => `${index}=${code}`).join(';')}`;
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(body).toEqual({
    '@context': '/contexts/ConstraintViolation',
    '@id': address,
    '@type': 'ConstraintViolation',
    title: 'An error occurred',
    detail: body.violations.map((one: any) => `${one.propertyPath}: ${one.message}`).join('\n'),
    status: 422,
    instance: expect.stringContaining(headers['x-request-id']!),
    type: address,
    description: body.detail,
    violations: body.violations,
  });
  expected.forEach((one, index) => {
    const given = body.violations[index];
    expect(given.message).toEqual(messageOf(one.constraint, given.payload) ?? expect.any(String));
    if (one.payload !== undefined) expect(given.payload).toEqual(one.payload);
    for (const text of one.hint ?? []) expect(given.hint).toContain(text);
    expect(Object.keys(given).filter((key) => !['propertyPath', 'message', 'code', 'hint', 'payload'].includes(key))).toEqual([]);
  });
}

export const wrongType = (attribute: string, expected: string, given: string): string =>
  `The type of the "${attribute}" attribute must be "${expected}", "${given}" given.`;

/** The answer's text without what differs between two requests for the same thing. */
export function withoutOccurrence({ status, headers, text }: TestAnswer, ...ids: readonly string[]): string {
  const { date: _, 'x-request-id': requestId, ratelimit: __, ...kept } = headers;
  return ids.reduce((all, id) => all.replaceAll(id, 'ID'), JSON.stringify([status, kept, text]).replaceAll(requestId!, 'REQUEST'));
}
