import { isUuid } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { contextOf } from '../requests/request-context';
import { BodyPipe } from './body.pipe';
import { operationOf } from './operation';

const requestOf = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

/** The principal of the request. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => contextOf(requestOf(context)).principal);

/** The language of the answer. */
export const AnswerLanguage = createParamDecorator((_: unknown, context: ExecutionContext) => contextOf(requestOf(context)).language);

/** What the operation's query reader made of the query string. */
export const Query = createParamDecorator((_: unknown, context: ExecutionContext) => contextOf(requestOf(context)).query);

const bodySource = createParamDecorator((_: unknown, context: ExecutionContext) => ({
  request: requestOf(context),
  operation: operationOf(context.getHandler()),
}));

/** The request's body as the operation's schema makes it. */
export const Body = (): ParameterDecorator => bodySource(BodyPipe);

/** A path id that has to be a uuid; anything else names no record. */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUuid(value)) throw AppError.recordNotFound();
    return value;
  }
}
