import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', secret, salt, 'stored answer', 32));

/**
 * Text that only who knows the secret can read. Stored answers hold patients' data and, once, an access token; the client's own
 * key, of which the database has only a digest, opens them.
 */
export function sealText(text: string, secret: string): Buffer {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret, salt), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when the secret is another one, or the bytes were changed */
export function openText(sealed: Buffer, secret: string): string {
  const salt = sealed.subarray(0, saltBytes);
  const nonce = sealed.subarray(saltBytes, saltBytes + nonceBytes);
  const tag = sealed.subarray(saltBytes + nonceBytes, saltBytes + nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, keyOf(secret, salt), nonce, { authTagLength: tagBytes }).setAuthTag(tag);
  return decipher.update(sealed.subarray(saltBytes + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
