import { createHash } from 'node:crypto';
import { canonicalJson, JsonSyntaxError, parseJson } from '@gateway/kernel';
import { maximumDepth } from '../requests/json-body';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

const boundaryPattern = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/**
 * What a body says, as a digest: the order of JSON members and the boundary of a multipart body, which clients make anew at
 * each attempt, do not count. A body that is refused as a whole counts as written.
 */
export function fingerprintOf(body: Buffer, contentType: string): Buffer {
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
