import type { Identifiers, QueryPair } from '@gateway/kernel';
import { type Language, negotiateLanguage } from '@gateway/problems';
import type { NextFunction, Request, Response } from 'express';
import type { Principal } from '../tokens/principal';

/** What is known of a request before and while it is handled. */
export interface RequestContext {
  readonly requestId: string;
  readonly language: Language;
  principal?: Principal;
  /** The parameters of the query string, as the guard decoded them. */
  queryPairs?: readonly QueryPair[];
  /** What the operation's query reader made of the query string. */
  query?: unknown;
  body?: Promise<Buffer>;
}

const contexts = new WeakMap<object, RequestContext>();

/** The context of a request that `openContext` has seen. */
export function contextOf(request: object): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('the request has no context');
  return context;
}

const sanePattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** First middleware: names the request, chooses its language, and sets the headers that every response carries. */
export const openContext =
  (identifiers: Identifiers) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && sanePattern.test(given) ? given : identifiers.next();
    const language = negotiateLanguage(request.headers['accept-language']);
    contexts.set(request, { requestId, language });
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('Content-Language', language);
    response.setHeader('Vary', 'Accept, Accept-Language');
    next();
  };
