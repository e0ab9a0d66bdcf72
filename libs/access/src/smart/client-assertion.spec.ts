import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { claimedClientId, verifyAssertion } from './client-assertion';
import { OAuthError } from './oauth-error';
import { toPublicJwk } from './public-key';

const now = new Date('2026-03-01T12:00:00.000Z');
const seconds = now.getTime() / 1000;
const audience = 'https://gateway.example/auth/token';

const pairOf = (kid: string, pair: { publicKey: KeyObject; privateKey: KeyObject }) => ({
  jwk: toPublicJwk({ ...pair.publicKey.export({ format: 'jwk' }), kid }),
  privateKey: pair.privateKey,
});
const rsa = pairOf('rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }));
const ec = pairOf('ec', generateKeyPairSync('ec', { namedCurve: 'P-384' }));
const stranger = pairOf('ec', generateKeyPairSync('ec', { namedCurve: 'P-384' }));
const keys = [rsa.jwk, ec.jwk];

type Members = Readonly<Record<string, unknown>>;

const claims = (changes: Members = {}) => ({ iss: 'ehr', sub: 'ehr', aud: audience, jti: 'j-1', exp: seconds + 60, ...changes });

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT as any program could write it: nothing here keeps it from being wrong. */
function jwt(header: Members, payload: unknown, signatureOf: (input: Buffer) => Buffer): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${signatureOf(Buffer.from(input)).toString('base64url')}`;
}

const byEc =
  (pair = ec) =>
  (input: Buffer) =>
    sign('sha384', input, { key: pair.privateKey, dsaEncoding: 'ieee-p1363' });
const byRsa = (hash: string) => (input: Buffer) => sign(hash, input, rsa.privateKey);

const es384 = (payload: unknown = claims(), header: Members = {}) =>
  jwt({ alg: 'ES384', kid: 'ec', typ: 'JWT', ...header }, payload, byEc());

const verify = (assertion: string, clientId = claimedClientId(assertion)) => verifyAssertion(assertion, { clientId, keys, audience, now });

/** `invalid_client`, however it is refused. */
async function refusalOf(assertion: string): Promise<string | undefined> {
  try {
    await verify(assertion);
  } catch (error) {
    if (error instanceof OAuthError) return error.code;
    throw error;
  }
  return undefined;
}

describe('an assertion', () => {
  it.each<[string, () => string]>([
    ['ES384', () => es384()],
    ['RS384', () => jwt({ alg: 'RS384', kid: 'rsa', typ: 'JWT' }, claims(), byRsa('sha384'))],
    ['no type', () => es384(claims(), { typ: undefined })],
    ['an audience among others', () => es384(claims({ aud: [audience, 'https://other.example'] }))],
    ['all of five minutes', () => es384(claims({ exp: seconds + 300 }))],
    ['times within what clocks differ', () => es384(claims({ exp: seconds - 4, iat: seconds + 4, nbf: seconds + 4 }))],
  ])('with %s proves the client', async (_, assertion) => {
    expect(claimedClientId(assertion())).toBe('ehr');
    expect(await verify(assertion())).toEqual({ jti: 'j-1', forgottenAt: expect.any(Date) });
  });

  it('is remembered until no clock takes it any more', async () => {
    expect((await verify(es384(claims({ exp: seconds + 60 })))).forgottenAt).toEqual(new Date((seconds + 70) * 1000));
  });

  const hmac = (input: Buffer) => createHmac('sha384', JSON.stringify(ec.jwk)).update(input).digest();

  it.each<[string, () => string]>([
    ['no signature', () => jwt({ alg: 'none', kid: 'ec' }, claims(), () => Buffer.alloc(0))],
    ['an HMAC over the public key', () => jwt({ alg: 'HS384', kid: 'ec' }, claims(), hmac)],
    ['RS256', () => jwt({ alg: 'RS256', kid: 'rsa' }, claims(), byRsa('sha256'))],
    ['RS512', () => jwt({ alg: 'RS512', kid: 'rsa' }, claims(), byRsa('sha512'))],
    ['another hash than it says', () => jwt({ alg: 'RS384', kid: 'rsa' }, claims(), byRsa('sha256'))],
    ['a key of nobody', () => jwt({ alg: 'ES384', kid: 'ec' }, claims(), byEc(stranger))],
    ['an unknown kid', () => es384(claims(), { kid: 'other' })],
    ['the kid of a key of the other kind', () => es384(claims(), { kid: 'rsa' })],
    ['no kid', () => es384(claims(), { kid: undefined })],
    ['another type', () => es384(claims(), { typ: 'at+jwt' })],
    ['the address of a key set', () => es384(claims(), { jku: 'https://evil.example/jwks' })],
    ['its own key', () => jwt({ alg: 'ES384', kid: 'ec', jwk: stranger.jwk }, claims(), byEc(stranger))],
    ['an extension that is not understood', () => es384(claims(), { crit: ['x'], x: 1 })],
    ['changed claims', () => es384().replace(/\.[^.]+\./, `.${encode(claims({ scope: 'more' }))}.`)],
    ['claims that are a list', () => es384([claims()])],
    ['another issuer than subject', () => es384(claims({ iss: 'other' }))],
    ['no subject', () => es384(claims({ sub: undefined }))],
    ['no issuer', () => es384(claims({ iss: undefined }))],
    ['an issuer that is no client id', () => es384(claims({ iss: 'a\u0000b', sub: 'a\u0000b' }))],
    ['another audience', () => es384(claims({ aud: 'https://other.example/auth/token' }))],
    ['the address of the service for audience', () => es384(claims({ aud: 'https://gateway.example' }))],
    ['no audience', () => es384(claims({ aud: undefined }))],
    ['no expiry', () => es384(claims({ exp: undefined }))],
    ['a text for expiry', () => es384(claims({ exp: String(seconds + 60) }))],
    ['an expiry without end', () => es384(claims({ exp: 1e300 }))],
    ['an expiry in the past', () => es384(claims({ exp: seconds - 6 }))],
    ['an expiry too far ahead', () => es384(claims({ exp: seconds + 306 }))],
    ['a beginning in the future', () => es384(claims({ nbf: seconds + 6 }))],
    ['a text for beginning', () => es384(claims({ nbf: 'soon' }))],
    ['an issue in the future', () => es384(claims({ iat: seconds + 6 }))],
    ['a text for issue', () => es384(claims({ iat: 'now' }))],
    ['no jti', () => es384(claims({ jti: undefined }))],
    ['an empty jti', () => es384(claims({ jti: '' }))],
    ['a long jti', () => es384(claims({ jti: 'j'.repeat(256) }))],
    ['a number for jti', () => es384(claims({ jti: 5 }))],
    ['a list for jti', () => es384(claims({ jti: ['j-1'] }))],
    ['four parts', () => `${es384()}.x`],
    ['two parts', () => es384().split('.').slice(0, 2).join('.')],
    ['no JSON', () => 'a.b.c'],
    ['no dots', () => 'x'],
  ])('with %s is refused', async (_, assertion) => {
    expect(await refusalOf(assertion())).toBe('invalid_client');
  });

  it('of another client proves nothing', async () => {
    await expect(verify(es384(), 'other')).rejects.toThrow('invalid_client');
  });

  it('says the same of an unknown client, an unknown key and a wrong signature', async () => {
    const texts = await Promise.all(
      [
        verifyAssertion(es384(), { clientId: 'ehr', keys: [], audience, now }),
        verify(es384(claims(), { kid: 'other' })),
        verify(jwt({ alg: 'ES384', kid: 'ec' }, claims(), byEc(stranger))),
      ].map((refused) => refused.catch((error: unknown) => (error as OAuthError).description)),
    );
    expect(new Set(texts).size).toBe(1);
  });
});
