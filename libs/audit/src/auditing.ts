import type { OperationDescription } from '@gateway/access';
import type { AuditAction } from './audit-event.entity';

/** Whether and how an operation is recorded: `entries` records what it does itself, piece by piece. */
export type Auditing = 'none' | 'read' | 'write' | 'entries';

type Described = Pick<OperationDescription<never>, 'scope' | 'audited'>;

export const isGet = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isRead = (method: string, scope: string): boolean => isGet(method) || scope.endsWith(':read');

/**
 * Everything that needs a token is recorded, but for what its description excepts (the catalogues of products, which hold no
 * patient's data). What its scope only lets read needs no transaction, whatever its method.
 */
export function auditingOf({ scope, audited }: Described, method: string): Auditing {
  if (scope === undefined || audited === 'never') return 'none';
  if (audited === 'by_entry') return 'entries';
  return isRead(method, scope) ? 'read' : 'write';
}

export interface AuditedCall {
  readonly method: string;
  /** The path with its parameters as `:id`. */
  readonly route: string;
  readonly scope: string;
  /** Of the answer, or what the operation usually answers when it was refused. */
  readonly status: number;
  /** The stored answer to an earlier request was told once more. */
  readonly isReplay: boolean;
}

/** What the call does or was meant to do. */
export function actionOf({ method, route, scope, status, isReplay }: AuditedCall): AuditAction {
  if (isReplay) return 'read';
  if (isGet(method)) return route.includes('/:') ? 'read' : 'search';
  if (method === 'DELETE') return 'delete';
  if (method === 'PATCH') return 'update';
  if (method === 'PUT') return status === 201 ? 'create' : 'update';
  if (route.endsWith('/_search')) return 'search';
  if (scope.endsWith(':read')) return 'execute';
  if (!route.includes('/:')) return status === 201 ? 'create' : 'execute';
  return 'update';
}
