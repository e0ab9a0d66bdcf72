import { contextOf } from '@gateway/access';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { auditingOf } from './auditing';
import type { AuditTrail } from './audit-trail';
import type { EventMaker } from './event-maker';

/**
 * Records requests of known tokens that were refused or failed, by whatever part of the service. Those of nobody are in the log
 * and the metrics alone: they touch no record, and anyone could fill the trail with them.
 */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(
    /** Tells the error. */
    private readonly teller: ExceptionFilter,
    private readonly trail: AuditTrail,
    private readonly events: EventMaker,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    this.teller.catch(thrown, host);
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const { operation, principal } = contextOf(request);
    if (operation === undefined || principal === undefined || auditingOf(operation, request.method) === 'none') return;
    this.trail.refused(this.events.ofRefusal(request, operation, http.getResponse<Response>().statusCode));
  }
}
