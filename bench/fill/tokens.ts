import { operatingScopes, partnerScopes } from '@gateway/access';
import type { Door } from '../door';

export const largePartner = 'large';

/** A token with all scopes of the partner, or of the operating side. */
export async function newToken(administrator: Door, partner: string | null): Promise<string> {
  const scopes = partner === null ? operatingScopes : partnerScopes;
  const { body } = await administrator.post('/admin/v1/tokens', { partner, name: 'load tests', scopes });
  return (body as { token: string }).token;
}
