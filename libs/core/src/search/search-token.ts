import { createHash } from 'node:crypto';

/** Separates the parts of a token; no code, address or identifier of FHIR holds it. */
const separator = '\u001f';

/** An index entry of PostgreSQL is limited; what is longer is told by its hash. */
const maximumLength = 240;

const joined = (parts: readonly string[]): string => {
  const text = parts.join(separator);
  return text.length <= maximumLength ? text : createHash('sha256').update(text).digest('base64url');
};

/** A coded value of a parameter, as it is stored and looked for: `system` undefined stands for any, '' for none. */
export const codeToken = (parameter: string, system: string | undefined, code: string): string =>
  system === undefined ? joined([parameter, 'code', code]) : joined([parameter, 'coding', system, code]);

/** Some code of a system. */
export const systemToken = (parameter: string, system: string): string => joined([parameter, 'system', system]);

/** A reference or address. */
export const addressToken = (parameter: string, address: string): string => joined([parameter, 'address', address]);

/** Whether the element is there at all. */
export const presenceToken = (parameter: string): string => parameter;

/** Everything under which a coded value is found. */
export const codeTokens = (parameter: string, system: string | undefined, code: string | undefined): readonly string[] => [
  ...(code === undefined ? [] : [codeToken(parameter, undefined, code), codeToken(parameter, system ?? '', code)]),
  ...(system === undefined ? [] : [systemToken(parameter, system)]),
];
