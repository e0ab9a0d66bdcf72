import type { Identifiers, QueryPair } from '@gateway/kernel';
import { type Language, negotiateLanguage } from '@gateway/problems';
import type { NextFunction, Request, Response } from 'express';
import type { OperationDescription } from '../operations/operation';
import type { Principal } from '../tokens/principal';

/** What is known of a request before and while it is handled. */
export interface RequestContext {
  readonly requestId: string;
  readonly language: Language;
  /** What every answer to the request carries. */
  readonly headers: Record<string, string>;
  principal?: Principal;
  /** What is asked for, once the guard has seen it. */
  operation?: OperationDescription<never>;
  /** The parameters of the query string, as the guard decoded them. */
  queryPairs?: readonly QueryPair[];
  /** What the operation's query reader made of the query string. */
  query?: unknown;
  body?: Promise<Buffer>;
  /** Errors of parts of a request that was answered all the same, for the log. */
  failures?: unknown[];
  /** IRIs of the records that the operation has read or changed, for the audit trail, where path and answer do not tell them. */
  records?: readonly string[];
}

const contexts = new WeakMap<object, RequestContext>();

/** The context of a request that `openContext` has seen. */
export function contextOf(request: object): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('the request has no context');
  return context;
}

/** The id comes back and is logged: what begins like an access token could be one in the wrong header. */
const sanePattern = /^(?!lab_)[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * First middleware: names the request, chooses its language, and begins the headers of its answer.
 * @param always headers that every answer has unless it says otherwise
 */
export const openContext =
  (identifiers: Identifiers, always: Readonly<Record<string, string>>) =>
  (request: Request, _response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && sanePattern.test(given) ? given : identifiers.next();
    const language = negotiateLanguage(request.headers['accept-language']);
    const headers = { ...always, 'X-Request-Id': requestId, 'Content-Language': language, Vary: 'Accept, Accept-Language' };
    contexts.set(request, { requestId, language, headers });
    next();
  };
