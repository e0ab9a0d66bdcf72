import type { Request } from 'express';
import { assertMediaType } from '../requests/json-body';
import { rawBody } from '../requests/raw-body';
import { OAuthError } from './oauth-error';

export const formMediaType = 'application/x-www-form-urlencoded';

/** An assertion and a long list of scopes fit; nothing else belongs here. */
export const tokenRequestLimit = 32 * 1024;

export const grantType = 'client_credentials';
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A request for a token that proves itself by an assertion (RFC 6749 section 4.4.2, RFC 7523 section 2.2). */
export interface TokenRequest {
  readonly assertion: string;
  readonly scope: string;
  /** Need not be sent; it has to be the assertion's. */
  readonly clientId: string | undefined;
}

/** @throws OAuthError */
export function toTokenRequest(form: URLSearchParams): TokenRequest {
  const repeated = [...form.keys()].find((name, index, names) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new OAuthError('invalid_request', 'A parameter is repeated.');
  // A parameter without a value counts as left out (RFC 6749 section 3.2).
  const valueOf = (name: string): string | undefined => (form.get(name) === '' ? undefined : (form.get(name) ?? undefined));
  const grant = valueOf('grant_type');
  if (grant === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
  if (grant !== grantType) throw new OAuthError('unsupported_grant_type', `Only ${grantType} is supported.`);
  const assertion = valueOf('client_assertion');
  if (assertion === undefined) throw new OAuthError('invalid_client', 'client_assertion is missing: clients prove themselves by a JWT.');
  if (valueOf('client_assertion_type') !== assertionType) {
    throw new OAuthError('invalid_request', `client_assertion_type must be ${assertionType}.`);
  }
  const scope = valueOf('scope');
  if (scope === undefined) throw new OAuthError('invalid_scope', 'scope is missing.');
  return { assertion, scope, clientId: valueOf('client_id') };
}

/** The form in the body of a request. @throws AppError for another kind of body */
export async function formOf(request: Request): Promise<URLSearchParams> {
  assertMediaType(request, [formMediaType]);
  return new URLSearchParams((await rawBody(request, tokenRequestLimit)).toString());
}
