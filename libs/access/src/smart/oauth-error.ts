/** The error codes of a token endpoint (RFC 6749 section 5.2) that can happen here. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_scope: 400,
  unsupported_grant_type: 400,
} as const satisfies Readonly<Record<string, 400 | 401>>;

export type OAuthErrorCode = keyof typeof statuses;

export const oauthErrorCodes = Object.keys(statuses) as OAuthErrorCode[];

/** A refusal in the words of OAuth, which are English and plain ASCII. */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    cause?: unknown,
  ) {
    super(code, { cause });
    this.name = 'OAuthError';
  }

  get status(): 400 | 401 {
    return statuses[this.code];
  }
}
