import { z } from 'zod';
import type { AnswerDescription, BodyDescription } from '../operations/operation';
import { tokenSeconds } from './login.service';
import { oauthErrorCodes } from './oauth-error';
import { signingAlgorithms } from './public-key';
import { supportedScopes } from './smart-scopes';
import { assertionType, formMediaType, grantType, tokenRequestLimit } from './token-request';

const form = () =>
  z.object({
    grant_type: z.literal(grantType),
    scope: z.string().meta({ description: 'Scopes of SMART, separated by blanks.' }),
    client_assertion_type: z.literal(assertionType),
    client_assertion: z.string().meta({
      description: `A JWT signed with ${signingAlgorithms.join(' or ')}: iss and sub the client id, aud the address of this operation, jti new, exp at most five minutes ahead.`,
    }),
    client_id: z.string().optional(),
  });

export const tokenRequestBody: BodyDescription<unknown> = {
  schema: form,
  consumes: [formMediaType],
  limit: tokenRequestLimit,
  example: {
    grant_type: grantType,
    scope: 'system/ServiceRequest.cru',
    client_assertion_type: assertionType,
    client_assertion: '(header).(claims).(signature)',
  },
};

const token = () =>
  z
    .strictObject({
      access_token: z.string(),
      token_type: z.literal('bearer'),
      expires_in: z.int().meta({ description: 'Seconds.' }),
      scope: z.string().meta({ description: 'What was granted.' }),
    })
    .meta({ id: 'SmartToken' });

const oauthError = () => z.strictObject({ error: z.enum(oauthErrorCodes), error_description: z.string() }).meta({ id: 'OAuthError' });

const refusal = (status: 400 | 401, description: string, code: (typeof oauthErrorCodes)[number]): AnswerDescription<unknown> => ({
  status,
  description,
  schema: oauthError,
  example: { error: code, error_description: 'What is wrong.' },
  ...(status === 401 && { headers: { 'WWW-Authenticate': 'Bearer.' } }),
});

export const tokenAnswers: readonly [AnswerDescription<unknown>, ...AnswerDescription<unknown>[]] = [
  {
    status: 200,
    description: 'The token.',
    schema: token,
    example: { access_token: 'lab_(43 characters)', token_type: 'bearer', expires_in: tokenSeconds, scope: 'system/ServiceRequest.cru' },
    headers: { 'Cache-Control': 'no-store' },
  },
  refusal(400, 'The request is not right, or none of the scopes can be had.', 'invalid_scope'),
  refusal(401, 'The client has not proven who it is.', 'invalid_client'),
];

const configuration = () =>
  z
    .strictObject({
      token_endpoint: z.url(),
      grant_types_supported: z.array(z.string()),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
      scopes_supported: z.array(z.string()),
      capabilities: z.array(z.string()),
    })
    .meta({ id: 'SmartConfiguration' });

/** What `/.well-known/smart-configuration` tells (SMART App Launch 2.2, "Conformance"): no more than there is. */
export const smartConfiguration = (tokenEndpoint: string) => ({
  token_endpoint: tokenEndpoint,
  grant_types_supported: [grantType],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: [...signingAlgorithms],
  scopes_supported: [...supportedScopes],
  capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
});

export const configurationAnswers: readonly [AnswerDescription<unknown>] = [
  {
    status: 200,
    description: 'The configuration.',
    schema: configuration,
    example: smartConfiguration('https://gateway.example/auth/token'),
  },
];
