import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Answer, ByteStream, contextOf, JsonText } from '@gateway/access';
import { linkHeader, Page, stringifyJson } from '@gateway/kernel';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { refuseConnection } from './refuse-connection';

const jsonContentType = 'application/json; charset=utf-8';

const maximumHeaderSize = 256 * 1024;
const headersTimeoutMilliseconds = 15_000;
const requestTimeoutMilliseconds = 60_000;
const keepAliveTimeoutMilliseconds = 65_000;
/** A client that takes nothing of its answer for so long loses its connection. */
const stalledMilliseconds = 30_000;

function writePageHeaders(response: Response, page: Page<unknown>): void {
  const { req: request } = response;
  const links = linkHeader(page.positions, request.path, contextOf(request).queryPairs ?? []);
  if (links !== '') response.setHeader('Link', links);
  if (page.total !== undefined) response.setHeader('X-Total-Count', String(page.total));
}

/** Writes bytes with the content type that is set, or that belongs to them. */
function writeBytes(response: Response, bytes: Buffer | string, contentType: string): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(bytes));
  response.end(bytes);
}

/**
 * Reads as fast as the client takes it; HEAD reads nothing. What breaks in the middle breaks the connection, and the line of the
 * request says that it was aborted.
 */
function writeStream(response: Response, { length, chunks }: ByteStream): void {
  response.setHeader('Content-Length', length);
  if (response.req.method === 'HEAD') response.end();
  else pipeline(Readable.from(chunks, { highWaterMark: 1 }), response).catch(() => response.destroy());
}

function writeBody(response: Response, body: unknown): void {
  if (body === undefined) response.end();
  else if (body instanceof JsonText) writeBytes(response, body.text, body.mediaType);
  else if (body instanceof ByteStream) writeStream(response, body);
  else if (Buffer.isBuffer(body)) writeBytes(response, body, 'application/octet-stream');
  else if (body instanceof Page) {
    writePageHeaders(response, body);
    writeBytes(response, stringifyJson(body.items), jsonContentType);
  } else writeBytes(response, stringifyJson(body), jsonContentType);
}

/** Express, with one way for every answer to leave: JSON with exact numbers, pages with their links, bytes as they are. */
export class GatewayAdapter extends ExpressAdapter {
  override reply(response: Response, result: unknown, statusCode?: number): void {
    const answer = result instanceof Answer ? result : new Answer(undefined, result);
    response.statusCode = answer.status ?? statusCode ?? response.statusCode;
    response.setTimeout(stalledMilliseconds);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    writeBody(response, answer.body);
  }

  override initHttpServer(): void {
    this.httpServer = createServer(
      {
        maxHeaderSize: maximumHeaderSize,
        headersTimeout: headersTimeoutMilliseconds,
        requestTimeout: requestTimeoutMilliseconds,
        keepAliveTimeout: keepAliveTimeoutMilliseconds,
      },
      this.getInstance<(request: IncomingMessage) => void>(),
    );
    this.httpServer.on('clientError', refuseConnection);
  }
}
