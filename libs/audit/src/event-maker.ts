import { isIP } from 'node:net';
import { Answer, contextOf, type OperationDescription } from '@gateway/access';
import { Clock, Identifiers, ServiceSettings } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type AuditAction, type AuditEvent, operatingChain } from './audit-event.entity';
import { actionOf } from './auditing';
import { recordsIn, type Target, targetIri } from './audited-records';

type Operation = Pick<OperationDescription<never>, 'id' | 'scope' | 'answers'>;

/** What happened, besides who asked. */
export interface Happening {
  readonly action: AuditAction;
  readonly records: readonly string[];
  readonly status: number;
}

const targetOf = ({ route, params }: Request): Target => ({
  route: (route as { path: string } | undefined)?.path ?? '',
  parameters: params,
});

/** Makes events of requests and what came of them. */
@Injectable()
export class EventMaker {
  constructor(
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly settings: ServiceSettings,
  ) {}

  /** @param request of a principal that is known */
  of(request: Request, { id: operation, scope }: Pick<Operation, 'id' | 'scope'>, { action, records, status }: Happening): AuditEvent {
    const { principal, requestId } = contextOf(request);
    const { ip = '' } = request;
    return {
      chain: principal!.partnerId ?? operatingChain,
      id: this.identifiers.next(),
      recordedAt: this.clock.now(),
      tokenId: principal!.tokenId,
      clientId: principal!.clientId ?? null,
      operation,
      scope: scope ?? '',
      action,
      method: request.method,
      records,
      status,
      requestId,
      address: isIP(ip) === 0 ? null : ip,
    };
  }

  ofAnswer(request: Request, operation: Operation, result: unknown, isReplay: boolean): AuditEvent {
    const status = (result instanceof Answer ? result.status : undefined) ?? operation.answers[0].status;
    // A refusal that is kept for repetitions comes as an answer.
    if (status >= 400) return this.ofRefusal(request, operation, status);
    const { route, parameters } = targetOf(request);
    const scope = operation.scope ?? '';
    const action = actionOf({ method: request.method, route, scope, status, isReplay });
    const { baseUrl } = this.settings;
    const records = contextOf(request).records ?? recordsIn({ route, parameters, operation: operation.id, scope, result, baseUrl });
    return this.of(request, operation, { action, records, status });
  }

  ofRefusal(request: Request, operation: Operation, status: number): AuditEvent {
    const target = targetOf(request);
    const { method } = request;
    const meant = { method, route: target.route, scope: operation.scope ?? '', status: operation.answers[0].status, isReplay: false };
    return this.of(request, operation, { action: actionOf(meant), records: [targetIri(target)], status });
  }
}
