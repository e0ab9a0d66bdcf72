import type { Identifiers, QueryPair } from '@gateway/kernel';
import { type Language, negotiateLanguage } from '@gateway/problems';
import type { NextFunction, Request, Response } from 'express';
import type { OperationDescription } from '../operations/operation';
import type { Principal } from '../tokens/principal';
import { HeaderList } from './header-list';

/** What is known of a request before and while it is handled. */
export interface RequestContext {
  readonly requestId: string;
  /** The id is ours, a UUID that nothing else has; otherwise the client has chosen it. */
  readonly isNamedHere: boolean;
  readonly language: Language;
  /** What every answer to the request carries. */
  readonly headers: HeaderList;
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

const contextKey = Symbol('context');

interface Opened {
  [contextKey]?: RequestContext;
}

/** The context of a request that `openContext` has seen. */
export function contextOf(request: object): RequestContext {
  const context = (request as Opened)[contextKey];
  if (context === undefined) throw new Error('the request has no context');
  return context;
}

/** The id comes back and is logged: what begins like an access token could be one in the wrong header. */
const sanePattern = /^(?!lab_)[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * First middleware: names the request, chooses its language, and begins the headers of its answer.
 * @param always headers that every answer has unless it says otherwise: name and value in turn
 */
export const openContext =
  (identifiers: Identifiers, always: readonly string[]) =>
  (request: Request, _response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    const isNamedHere = typeof given !== 'string' || !sanePattern.test(given);
    const requestId = isNamedHere ? identifiers.next() : given;
    const language = negotiateLanguage(request.headers['accept-language']);
    const headers = new HeaderList(always);
    headers.set('X-Request-Id', requestId);
    headers.set('Content-Language', language);
    headers.set('Vary', 'Accept, Accept-Language');
    (request as Opened)[contextKey] = { requestId, isNamedHere, language, headers };
    next();
  };
