import { createServer, IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Answer, ByteStream, contextOf, HeaderList, JsonText } from '@gateway/access';
import { linkHeader, Page, stringifyJson } from '@gateway/kernel';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { refuseConnection } from './refuse-connection';
import { type Method, Routes } from './routes';

const jsonContentType = 'application/json; charset=utf-8';

const maximumHeaderSize = 256 * 1024;
const keepAliveTimeoutMilliseconds = 65_000;
/** How often the server looks for clients that take too long to send. */
const checkMilliseconds = 500;
const mostStalledMilliseconds = 30_000;

/** How long clients may take, in milliseconds. */
export interface ClientTimeouts {
  /** To send a request. */
  readonly request: number;
  /** To send its header. */
  readonly header: number;
}

function setPageHeaders(headers: HeaderList, request: Request, page: Page<unknown>): void {
  const links = linkHeader(page.positions, request.path, contextOf(request).queryPairs ?? []);
  if (links !== '') headers.set('Link', links);
  if (page.total !== undefined) headers.set('X-Total-Count', String(page.total));
}

/** Middleware may have set headers before, such as those of CORS. */
function writeHead(response: Response, headers: HeaderList): void {
  const earlier = response.getHeader('Vary');
  if (earlier !== undefined) headers.set('Vary', `${headers.get('Vary')}, ${String(earlier)}`);
  response.writeHead(response.statusCode, headers.flat);
}

/** Writes bytes with the content type that is set, or that belongs to them. */
function writeBytes(response: Response, headers: HeaderList, bytes: Buffer | string, contentType: string): void {
  if (headers.get('Content-Type') === undefined) headers.set('Content-Type', contentType);
  headers.set('Content-Length', String(Buffer.byteLength(bytes)));
  writeHead(response, headers);
  response.end(bytes);
}

/**
 * Reads as fast as the client takes it; HEAD reads nothing. What breaks in the middle breaks the connection, and the line of the
 * request says that it was aborted.
 */
function writeStream(response: Response, headers: HeaderList, { length, chunks }: ByteStream): void {
  headers.set('Content-Length', String(length));
  writeHead(response, headers);
  if (response.req.method === 'HEAD') response.end();
  else pipeline(Readable.from(chunks, { highWaterMark: 1 }), response).catch(() => response.destroy());
}

function writeBody(response: Response, headers: HeaderList, body: unknown): void {
  if (body === undefined) {
    writeHead(response, headers);
    response.end();
  } else if (body instanceof JsonText) writeBytes(response, headers, body.text, body.mediaType);
  else if (body instanceof ByteStream) writeStream(response, headers, body);
  else if (Buffer.isBuffer(body)) writeBytes(response, headers, body, 'application/octet-stream');
  else if (body instanceof Page) {
    setPageHeaders(headers, response.req, body);
    writeBytes(response, headers, stringifyJson(body.items), jsonContentType);
  } else writeBytes(response, headers, stringifyJson(body), jsonContentType);
}

/** Express's requests and responses, made so from the beginning: to change the prototype of each costs much of what a read costs. */
function messagesOf({ request, response }: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse<ExpressRequest> {}
  Object.setPrototypeOf(ExpressRequest.prototype, request);
  Object.setPrototypeOf(ExpressResponse.prototype, response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse } as Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
}

/** How Nest names a route. */
interface Registrar {
  (handler: RequestHandler): void;
  (path: string, handler: RequestHandler): void;
}

/**
 * Express's requests and responses, with a tree of routes instead of its list, and with one way for every answer to leave: JSON
 * with exact numbers, pages with their links, bytes as they are.
 */
export class GatewayAdapter extends ExpressAdapter {
  readonly routes = new Routes();
  /** A client that takes nothing of its answer for so long loses its connection. */
  private readonly stalledMilliseconds: number;

  constructor(
    express: Express,
    private readonly timeouts: ClientTimeouts,
  ) {
    super(express);
    this.stalledMilliseconds = Math.min(mostStalledMilliseconds, timeouts.request);
  }

  override get = this.registrar('GET');
  override post = this.registrar('POST');
  override put = this.registrar('PUT');
  override patch = this.registrar('PATCH');
  override delete = this.registrar('DELETE');

  override use(handler: RequestHandler): void {
    this.routes.addMiddleware(handler);
  }

  override setNotFoundHandler(handler: RequestHandler): void {
    this.routes.onNotFound(handler);
  }

  override setErrorHandler(handler: (error: unknown, request: Request, response: Response, next: NextFunction) => unknown): void {
    this.routes.onError(handler);
  }

  /** Asked before an answer leaves: a promise keeps it waiting, and an error takes its place. */
  beforeReply: (request: Request, result: unknown) => Promise<void> | undefined = () => undefined;

  override reply(response: Response, result: unknown, statusCode?: number): void | Promise<void> {
    const pending = this.beforeReply(response.req, result);
    return pending === undefined ? this.send(response, result, statusCode) : pending.then(() => this.send(response, result, statusCode));
  }

  send(response: Response, result: unknown, statusCode?: number): void {
    const answer = result instanceof Answer ? result : undefined;
    response.statusCode = answer?.status ?? statusCode ?? response.statusCode;
    const headers = new HeaderList(contextOf(response.req).headers.flat);
    if (answer !== undefined) headers.setAll(answer.headers);
    writeBody(response, headers, answer === undefined ? result : answer.body);
    // What the connection has taken already can stall no more.
    if (!response.writableFinished) response.setTimeout(this.stalledMilliseconds);
  }

  override initHttpServer(): void {
    this.httpServer = createServer(
      {
        maxHeaderSize: maximumHeaderSize,
        headersTimeout: this.timeouts.header,
        requestTimeout: this.timeouts.request,
        connectionsCheckingInterval: checkMilliseconds,
        keepAliveTimeout: keepAliveTimeoutMilliseconds,
        ...messagesOf(this.getInstance<Express>()),
      },
      (request, response) => this.handle(request as Request, response as Response),
    );
    this.httpServer.on('clientError', refuseConnection);
  }

  private registrar(method: Method): Registrar {
    return (path: unknown, handler?: RequestHandler): void => this.routes.add(method, path as string, handler!);
  }

  override status(response: Response, code: number): void {
    response.statusCode = code;
  }

  /** As Express begins: the two know each other. */
  private handle(request: Request, response: Response): void {
    request.res = response;
    (response as { req: Request }).req = request;
    request.originalUrl = request.url;
    this.routes.handle(request, response);
  }
}
