import { createHash } from 'node:crypto';
import { canonicalJson, JsonSyntaxError, parseJson, type QueryPair, withoutIgnored } from '@gateway/kernel';
import { maximumDepth } from '../requests/json-body';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

const boundaryPattern = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/**
 * What a body says, as a digest: the order of JSON members and the boundary of a multipart body, which clients make anew at
 * each attempt, do not count. A body that is refused as a whole counts as written.
 */
function digestOf(body: Buffer, contentType: string): Buffer {
  const [, quoted, plain] = boundaryPattern.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary !== undefined) return sha256(Buffer.from(body.toString('latin1').replaceAll(boundary, ''), 'latin1'));
  try {
    const { value, depth, duplicate } = parseJson(body.toString(), maximumDepth);
    return sha256(depth > maximumDepth || duplicate !== undefined ? body : canonicalJson(value));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return sha256(body);
    throw error;
  }
}

/** What a request means besides its operation. */
export interface RequestContent {
  readonly body: Buffer;
  readonly contentType: string;
  readonly query: readonly QueryPair[];
  /** `If-None-Exist`. */
  readonly condition: string | undefined;
  /** What the token is limited to: an answer that one got is not for another with other limits. */
  readonly smartScopes: readonly string[] | undefined;
}

/** Tells whether two requests ask for the same, as a digest. */
export function fingerprintOf({ body, contentType, query, condition, smartScopes }: RequestContent): Buffer {
  const digest = digestOf(body, contentType);
  const pairs = withoutIgnored(query).map(({ name, value }) => [name, value]);
  if (pairs.length === 0 && condition === undefined && smartScopes === undefined) return digest;
  return sha256(Buffer.concat([digest, Buffer.from(JSON.stringify([pairs, condition ?? null, smartScopes ?? null]))]));
}
