import { generateKeyPairSync } from 'node:crypto';
import { keyFaults, toPublicJwk } from './public-key';

const pairs = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  weak: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

const jwk = (name: keyof typeof pairs): Record<string, unknown> => ({ ...pairs[name].publicKey.export({ format: 'jwk' }), kid: 'k' });
const secret = (name: keyof typeof pairs): Record<string, unknown> => ({ ...pairs[name].privateKey.export({ format: 'jwk' }), kid: 'k' });

const without = (name: keyof typeof pairs, member: string) =>
  Object.fromEntries(Object.entries(jwk(name)).filter(([key]) => key !== member));

describe('keyFaults', () => {
  it.each<[string, Record<string, unknown>]>([
    ['RSA of 2048 bits', jwk('rsa')],
    ['EC P-384', jwk('p384')],
    ['one that says what it is for', { ...jwk('rsa'), use: 'sig', alg: 'RS384', key_ops: ['verify'] }],
    ['one with members of no matter', { ...jwk('p384'), alg: 'ES384', 'x5t#S256': 'x' }],
  ])('finds none with %s', (_, key) => {
    expect(keyFaults(key)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['RSA of 1024 bits', jwk('weak'), ['n size']],
    ['another curve', jwk('p256'), ['crv kind']],
    ['a point off the curve', { ...jwk('p384'), y: jwk('p384')['x'] }, ['x malformed']],
    ['half a point', without('p384', 'y'), ['y missing']],
    ['an empty modulus', { ...jwk('rsa'), n: '' }, ['n size']],
    ['no exponent', without('rsa', 'e'), ['e missing']],
    ['a number for a text', { ...jwk('rsa'), n: 5 }, ['n missing']],
    ['no kid', without('p384', 'kid'), ['kid missing']],
    ['an empty kid', { ...jwk('p384'), kid: '' }, ['kid malformed']],
    ['a kid beyond ASCII', { ...jwk('p384'), kid: 'ü' }, ['kid malformed']],
    ['a long kid', { ...jwk('p384'), kid: 'k'.repeat(256) }, ['kid malformed']],
    ['a private RSA key', secret('rsa'), ['d', 'p', 'q', 'dp', 'dq', 'qi'].map((member) => `${member} private`)],
    ['a private EC key', secret('p384'), ['d private']],
    ['a private member of null', { ...jwk('p384'), d: null }, ['d private']],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0', kid: 'k' }, ['kty kind', 'k private']],
    ['another kind of key', { kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'k' }, ['kty kind']],
    ['no kind', { kid: 'k' }, ['kty missing']],
    ['a key to encrypt with', { ...jwk('rsa'), use: 'enc' }, ['use purpose']],
    ['another algorithm', { ...jwk('rsa'), alg: 'RS256' }, ['alg purpose']],
    ['the algorithm of the other kind', { ...jwk('rsa'), alg: 'ES384' }, ['alg purpose']],
    ['another operation', { ...jwk('p384'), key_ops: ['sign'] }, ['key_ops purpose']],
  ])('finds what is wrong with %s', (_, key, expected) => {
    expect(keyFaults(key).map(({ member, reason }) => `${member} ${reason}`)).toEqual(expected);
  });
});

describe('toPublicJwk', () => {
  it('keeps what a public key needs', () => {
    const key = jwk('p384');
    expect(toPublicJwk({ ...key, alg: 'ES384', x5c: ['x'], comment: 'mine' })).toEqual({ ...key, alg: 'ES384' });
  });
});
