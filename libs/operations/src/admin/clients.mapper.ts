import type { SmartClient } from '@gateway/access';
import { z } from 'zod';

export const clientAnswer = () =>
  z
    .strictObject({
      clientId: z.string(),
      partner: z.string(),
      name: z.string(),
      jwks: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) }),
      scopes: z.array(z.string()),
      createdAt: z.iso.datetime({ precision: 3 }),
    })
    .meta({ id: 'Client' });

export const toClient = ({ clientId, name, keys, scopes, createdAt }: SmartClient, partner: string) => ({
  clientId,
  partner,
  name,
  jwks: { keys },
  scopes,
  createdAt: createdAt.toISOString(),
});
