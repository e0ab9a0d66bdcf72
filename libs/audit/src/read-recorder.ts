import { contextOf } from '@gateway/access';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { auditingOf, isGet } from './auditing';
import { AuditTrail } from './audit-trail';
import { EventMaker } from './event-maker';

/** Records what GET reads, when the answer is about to leave: no interceptor is in the way of a read. */
@Injectable()
export class ReadRecorder {
  constructor(
    private readonly trail: AuditTrail,
    private readonly events: EventMaker,
  ) {}

  /**
   * @returns a promise when the answer has to wait until there is room for its event
   * @throws AppError (also by the promise) when the event cannot be taken: then the answer must not leave
   */
  record(request: Request, result: unknown): Promise<void> | undefined {
    const { operation } = contextOf(request);
    if (!isGet(request.method) || operation === undefined || auditingOf(operation, request.method) === 'none') return undefined;
    return this.trail.read(this.events.ofRead(request, operation, result));
  }
}
