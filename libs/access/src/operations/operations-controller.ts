import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  RequestMethod,
  UseInterceptors,
} from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import type { Observable } from 'rxjs';

/** The interceptor of operations that write; the application provides it. */
export const WRITE_INTERCEPTOR = Symbol('WRITE_INTERCEPTOR');

@Injectable()
class WriteInterceptor implements NestInterceptor {
  constructor(@Inject(WRITE_INTERCEPTOR) private readonly interceptor: NestInterceptor) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    return this.interceptor.intercept(execution, next);
  }
}

const isWrite = (handler: unknown): boolean =>
  typeof handler === 'function' && (Reflect.getMetadata(METHOD_METADATA, handler) ?? RequestMethod.GET) !== RequestMethod.GET;

/**
 * A controller of operations. Those that write pass through the interceptor; the others have none, since a chain of interceptors
 * costs more than all else that happens to a read on its way to the database.
 */
export const OperationsController =
  (path = ''): ClassDecorator =>
  (target) => {
    const prototype = target.prototype as object;
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (isWrite(descriptor.value)) UseInterceptors(WriteInterceptor)(prototype, name, descriptor);
    }
    Controller(path)(target);
  };
