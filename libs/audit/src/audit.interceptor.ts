import { Answer, defaultBodyLimit, IdempotencyInterceptor, operationOf, type OperationDescription, rawBody } from '@gateway/access';
import { Database } from '@gateway/kernel';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { concatMap, from, lastValueFrom, type Observable } from 'rxjs';
import { auditingOf } from './auditing';
import { AuditTrail } from './audit-trail';
import { EventMaker } from './event-maker';

type Operation = OperationDescription<never>;

const isReplay = (result: unknown): boolean => result instanceof Answer && result.headers['Idempotent-Replayed'] === 'true';

/**
 * Records what POST, PUT, PATCH and DELETE do. Around all else that happens to a request after it was let in: it asks the interceptor
 * for idempotency itself, since a second one would cost another turn through the framework. What GET reads is recorded by the
 * `ReadRecorder`, what was refused by the `RefusalFilter`.
 */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: IdempotencyInterceptor,
    private readonly trail: AuditTrail,
    private readonly events: EventMaker,
    private readonly database: Database,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const operation = operationOf(execution.getHandler());
    const handle = (): Observable<unknown> => this.idempotency.intercept(execution, next);
    switch (auditingOf(operation, request.method)) {
      case 'none':
        return handle();
      case 'read':
        return handle().pipe(concatMap((result) => this.read(request, operation, result)));
      case 'entries':
        return handle().pipe(concatMap((result) => (isReplay(result) ? this.read(request, operation, result) : [result])));
      case 'write':
        return from(this.write(request, operation, () => lastValueFrom(handle())));
    }
  }

  private read(request: Request, operation: Operation, result: unknown): readonly unknown[] | Promise<unknown> {
    const room = this.trail.read(this.events.ofAnswer(request, operation, { result, isReplay: isReplay(result) }));
    return room === undefined ? [result] : room.then(() => result);
  }

  /** The effect and its event are one transaction. It begins when the body is there: a slow client must not hold a connection. */
  private async write(request: Request, operation: Operation, handle: () => Promise<unknown>): Promise<unknown> {
    const { body } = operation;
    // What is wrong with the body is told by whoever reads it.
    if (body !== undefined) await rawBody(request, body.limit ?? defaultBodyLimit).catch(() => undefined);
    const result = await this.database.transaction(async () => {
      const done = await handle();
      await this.trail.write(this.events.ofAnswer(request, operation, { result: done, isReplay: isReplay(done) }));
      return done;
    });
    this.trail.wake();
    return result;
  }
}
