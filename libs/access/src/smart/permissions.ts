import { AppError } from '@gateway/problems';
import type { Principal } from '../tokens/principal';
import { type Interaction, lettersFor, toSmartScope } from './smart-scopes';

type Bearer = Pick<Principal, 'smartScopes'>;

/** Whether a principal may do this with resources of the type. Without SMART scopes the scope of the operation alone decides. */
export function permits({ smartScopes }: Bearer, type: string, interaction: Interaction): boolean {
  if (smartScopes === undefined) return true;
  return lettersFor(
    smartScopes.flatMap((text) => toSmartScope(text) ?? []),
    type,
  ).includes(interaction);
}

/** @throws AppError (403) that names the scope which is missing */
export function assertPermitted(principal: Bearer, type: string, interaction: Interaction): void {
  if (permits(principal, type, interaction)) return;
  throw new AppError('scope_missing', { parameters: { scope: `system/${type}.${interaction}` } });
}
