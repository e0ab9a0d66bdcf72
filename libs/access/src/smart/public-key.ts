import { createPublicKey, type KeyObject } from 'node:crypto';

/** A public key that may sign client assertions, with the members that say so and no others (RFC 7517, RFC 7518 section 6). */
export interface PublicJwk {
  readonly kty: 'RSA' | 'EC';
  readonly kid: string;
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  // An index signature, as that of jose's JWK.
  readonly [member: string]: unknown;
}

/** The algorithms that SMART requires, by the type of the key. */
const algorithms = { RSA: 'RS384', EC: 'ES384' } as const satisfies Readonly<Record<PublicJwk['kty'], string>>;

export const signingAlgorithms: readonly string[] = Object.values(algorithms);

const publicMembers = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'] } as const satisfies Readonly<Record<PublicJwk['kty'], readonly string[]>>;

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

const [minimumModulus, maximumModulus] = [2048, 8192];
const maximumKid = 255;

/** What is wrong with a key, and with which member. */
export interface KeyFault {
  readonly member: string;
  readonly reason: 'private' | 'kind' | 'size' | 'malformed' | 'missing' | 'purpose';
}

type Members = Readonly<Record<string, unknown>>;

function importable(key: PublicJwk): KeyObject | undefined {
  try {
    return createPublicKey({ key: key as Record<string, unknown>, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function materialFaults(key: PublicJwk): readonly KeyFault[] {
  const [first] = publicMembers[key.kty];
  if (key.kty === 'EC' && key.crv !== 'P-384') return [{ member: 'crv', reason: 'kind' }];
  const details = importable(key)?.asymmetricKeyDetails;
  if (details === undefined) return [{ member: key.kty === 'EC' ? 'x' : first, reason: 'malformed' }];
  const { modulusLength = minimumModulus } = details;
  return modulusLength < minimumModulus || modulusLength > maximumModulus ? [{ member: first, reason: 'size' }] : [];
}

function purposeFaults(kty: PublicJwk['kty'], { use, alg, key_ops: operations }: Members): readonly KeyFault[] {
  const verifies = operations === undefined || (Array.isArray(operations) && operations.includes('verify'));
  return [
    ...(use === undefined || use === 'sig' ? [] : [{ member: 'use', reason: 'purpose' } as const]),
    ...(alg === undefined || alg === algorithms[kty] ? [] : [{ member: 'alg', reason: 'purpose' } as const]),
    ...(verifies ? [] : [{ member: 'key_ops', reason: 'purpose' } as const]),
  ];
}

const isKid = (kid: unknown): kid is string => typeof kid === 'string' && kid.length <= maximumKid && /^[\x20-\x7e]+$/.test(kid);

/** Everything that keeps a JWK from being a public key for assertions; empty when nothing does. */
export function keyFaults(jwk: Members): readonly KeyFault[] {
  const secrets = privateMembers.filter((member) => Object.hasOwn(jwk, member)).map((member): KeyFault => ({ member, reason: 'private' }));
  const { kty, kid } = jwk;
  const kidFaults: readonly KeyFault[] = isKid(kid) ? [] : [{ member: 'kid', reason: kid === undefined ? 'missing' : 'malformed' }];
  if (kty !== 'RSA' && kty !== 'EC') return [{ member: 'kty', reason: kty === undefined ? 'missing' : 'kind' }, ...kidFaults, ...secrets];
  const absent = publicMembers[kty].filter((member) => typeof jwk[member] !== 'string');
  const material = absent.length > 0 ? absent.map((member): KeyFault => ({ member, reason: 'missing' })) : materialFaults(toPublicJwk(jwk));
  return [...kidFaults, ...material, ...purposeFaults(kty, jwk), ...secrets];
}

/** The key without anything that does not belong to a public key. It has to be free of faults. */
export function toPublicJwk(jwk: Members): PublicJwk {
  const kty = jwk['kty'] as PublicJwk['kty'];
  const members = [...publicMembers[kty], 'use', 'alg'].filter((member) => jwk[member] !== undefined);
  return { kty, kid: jwk['kid'] as string, ...Object.fromEntries(members.map((member) => [member, jwk[member]])) };
}
