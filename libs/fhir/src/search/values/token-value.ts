import { badValue, type QueryPair } from '@gateway/kernel';
import { separated, unescaped } from './separated';

/** A coded value that is looked for: `system` undefined stands for any, '' for none; one of both is there. */
export interface TokenValue {
  readonly system: string | undefined;
  readonly code: string | undefined;
}

/** `code`, `system|code`, `|code`, `system|`. @throws AppError */
export function readToken(text: string, pair: QueryPair): TokenValue {
  const [first = '', second, ...others] = separated(text, '|').map(unescaped);
  const token = second === undefined ? { system: undefined, code: first } : { system: first, code: second === '' ? undefined : second };
  if (others.length > 0 || token.code === '' || (token.code === undefined && token.system === '')) {
    throw badValue(pair, 'code, system|code, |code, system|');
  }
  return token;
}

/** A code as a resource has it. */
export interface KnownCode {
  readonly system?: string | undefined;
  readonly code?: string | undefined;
}

export const matchesCode = ({ system, code }: TokenValue, known: KnownCode): boolean =>
  (system === undefined || system === (known.system ?? '')) && (code === undefined || code === known.code);
