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
  /** Of the event; without it gets one of its own. */
  readonly id?: string | undefined;
  readonly action: AuditAction;
  readonly records: readonly string[];
  readonly status: number;
}

/** What an operation has answered. */
export interface GivenAnswer {
  readonly result: unknown;
  /** It is the stored answer to an earlier request. */
  readonly isReplay: boolean;
  /** As in `Happening`. */
  readonly id?: string | undefined;
}

/** Of the client, behind proxies whose word is taken; where none has said anything it is who has connected. */
function addressOf(request: Request): string | null {
  const address = request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip;
  return address === undefined || isIP(address) === 0 ? null : address;
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
  of(request: Request, { id: operation, scope }: Pick<Operation, 'id' | 'scope'>, { id, action, records, status }: Happening): AuditEvent {
    const { principal, requestId } = contextOf(request);
    return {
      chain: principal!.partnerId ?? operatingChain,
      id: id ?? this.identifiers.next(),
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
      address: addressOf(request),
    };
  }

  /** Of what GET reads. There is one for each request, so it has the id of the request where that is ours: who knows one finds the other. */
  ofRead(request: Request, operation: Operation, result: unknown): AuditEvent {
    const { requestId, isNamedHere } = contextOf(request);
    return this.ofAnswer(request, operation, { result, isReplay: false, id: isNamedHere ? requestId : undefined });
  }

  ofAnswer(request: Request, operation: Operation, { result, isReplay, id }: GivenAnswer): AuditEvent {
    const status = (result instanceof Answer ? result.status : undefined) ?? operation.answers[0].status;
    // A refusal that is kept for repetitions comes as an answer.
    if (status >= 400) return this.ofRefusal(request, operation, status);
    const { route, parameters } = targetOf(request);
    const scope = operation.scope ?? '';
    const action = actionOf({ method: request.method, route, scope, status, isReplay });
    const { baseUrl } = this.settings;
    const records = contextOf(request).records ?? recordsIn({ route, parameters, operation: operation.id, scope, result, baseUrl });
    return this.of(request, operation, { id, action, records, status });
  }

  ofRefusal(request: Request, operation: Operation, status: number): AuditEvent {
    const target = targetOf(request);
    const { method } = request;
    const meant = { method, route: target.route, scope: operation.scope ?? '', status: operation.answers[0].status, isReplay: false };
    return this.of(request, operation, { action: actionOf(meant), records: [targetIri(target)], status });
  }
}
