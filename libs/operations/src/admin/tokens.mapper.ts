import type { AccessToken } from '@gateway/access';
import { z } from 'zod';

/** A token as the administration reads it: without its secret. */
const tokenMembers = {
  id: z.uuid(),
  partner: z.string().nullable(),
  laboratory: z.string().nullable(),
  name: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.iso.datetime({ precision: 3 }).nullable(),
  createdAt: z.iso.datetime({ precision: 3 }),
};

export const newTokenAnswer = () => z.strictObject({ ...tokenMembers, token: z.string() }).meta({ id: 'NewToken' });

export const tokenAnswer = () =>
  z.strictObject({ ...tokenMembers, revokedAt: z.iso.datetime({ precision: 3 }).nullable() }).meta({ id: 'Token' });

const shared = (token: AccessToken, partner: string | null) => ({
  id: token.id,
  partner,
  laboratory: token.laboratory,
  name: token.name,
  scopes: token.scopes,
  expiresAt: token.expiresAt?.toISOString() ?? null,
  createdAt: token.createdAt.toISOString(),
});

/** The only answer that shows the secret. */
export const toNewToken = (token: AccessToken, secret: string, partner: string | null) => ({ ...shared(token, partner), token: secret });

export const toToken = (token: AccessToken, partner: string | null) => ({
  ...shared(token, partner),
  revokedAt: token.revokedAt?.toISOString() ?? null,
});
