import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { isClientId } from './client-id';
import { OAuthError } from './oauth-error';
import { type PublicJwk, signingAlgorithms } from './public-key';

/**
 * Client assertions: SMART App Launch 2.2, "Client Authentication: Asymmetric"
 * (https://hl7.org/fhir/smart-app-launch/client-confidential-asymmetric.html), and RFC 7523 section 3.
 */
const maximumSecondsAhead = 300;
const maximumJti = 255;

/** By how much the clocks of client and service may differ. */
const toleranceSeconds = 5;

/** Told of everything that could help to guess clients or keys. */
const unknown = (cause?: unknown): OAuthError =>
  new OAuthError('invalid_client', 'The assertion is no JWT of a registered client, signed with one of its keys.', cause);

const refused = (reason: string, cause?: unknown): OAuthError => new OAuthError('invalid_client', reason, cause);

/** jose's errors are the assertion's faults; any other is ours. */
function rethrow(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw refused('The assertion has expired.', error);
  if (error instanceof errors.JWTClaimValidationFailed) throw refused(`The claim ${error.claim} of the assertion is not right.`, error);
  if (error instanceof errors.JOSEError) throw unknown(error);
  throw error;
}

/** The client that the assertion says it is of; not proven yet. @throws OAuthError */
export function claimedClientId(assertion: string): string {
  try {
    const { iss, sub } = decodeJwt(assertion);
    const { kid, typ, jku } = decodeProtectedHeader(assertion);
    const isHeader = typeof kid === 'string' && (typ === undefined || /^jwt$/i.test(typ)) && jku === undefined;
    if (isHeader && typeof iss === 'string' && iss === sub && isClientId(iss)) return iss;
  } catch (error) {
    // Such as a header that is no JSON.
    throw unknown(error);
  }
  throw unknown();
}

export interface VerifiedAssertion {
  readonly jti: string;
  /** When it can no longer be used, whatever the clock of the process that sees it. */
  readonly forgottenAt: Date;
}

interface Verification {
  readonly clientId: string;
  readonly keys: readonly PublicJwk[];
  /** The address of the token endpoint. */
  readonly audience: string;
  readonly now: Date;
}

async function payloadOf(assertion: string, { clientId, keys, audience, now }: Verification): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [...keys] }), {
      algorithms: [...signingAlgorithms],
      issuer: clientId,
      subject: clientId,
      audience,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: toleranceSeconds,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    return rethrow(error);
  }
}

/** Whether the assertion was made by the client for this endpoint and this moment. @throws OAuthError */
export async function verifyAssertion(assertion: string, verification: Verification): Promise<VerifiedAssertion> {
  const { exp = 0, iat, jti } = await payloadOf(assertion, verification);
  const seconds = verification.now.getTime() / 1000;
  if (exp > seconds + maximumSecondsAhead + toleranceSeconds) throw refused('The assertion expires more than five minutes from now.');
  if (iat !== undefined && !(iat <= seconds + toleranceSeconds)) throw refused('The assertion was issued in the future.');
  // Claims are what the client wrote, whatever their type says.
  const id: unknown = jti;
  if (typeof id !== 'string' || id === '' || id.length > maximumJti) {
    throw refused(`The claim jti has to be a text of 1 to ${maximumJti} characters.`);
  }
  return { jti: id, forgottenAt: new Date((exp + 2 * toleranceSeconds) * 1000) };
}
