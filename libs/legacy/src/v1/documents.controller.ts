import {
  accepts,
  Answer,
  anyMediaType,
  ByteStream,
  Caller,
  jsonMediaType,
  type PartnerPrincipal,
  UuidPipe,
  OperationsController,
} from '@gateway/access';
import { type Document, documentChunkSize, DocumentsService } from '@gateway/core';
import { AppError } from '@gateway/problems';
import { Get, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type ByteRange, byteRangeOf } from './byte-range';
import { attachmentDisposition } from './content-disposition';
import { Operation } from './operation';

const octets = 'application/octet-stream';

const headersOf = (document: Document, etag: string): Record<string, string> => ({
  'Content-Type': document.mimeType,
  'Content-Disposition': attachmentDisposition(document.originalFileName),
  ETag: etag,
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
});

/** The interface's usual Accept is satisfied too: a client that sends it everywhere gets its documents. */
function assertAcceptable(request: Request, { mimeType }: Document): void {
  if (accepts(request.headers.accept, [mimeType, octets, jsonMediaType])) return;
  throw new AppError('not_acceptable', { parameters: { available: mimeType } });
}

const names = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;

/** The range that a GET asks for; undefined for the whole document. Other methods have no ranges (RFC 9110, section 14.2). */
function rangeOf({ method, headers }: Request, { size }: Document, etag: string): ByteRange | undefined {
  const condition = headers['if-range'];
  if (method !== 'GET' || headers.range === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const range = byteRangeOf(headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new AppError('range_not_satisfiable', { parameters: { size }, headers: { 'Content-Range': `bytes */${size}` } });
}

@OperationsController('v1/documents')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/download')
  @Operation({
    id: 'downloadDocument',
    summary: 'Downloads a document of a test result, whole or one range of it.',
    scope: 'results:read',
    problems: ['not_found', 'range_not_satisfiable'],
    produces: [anyMediaType],
    answers: [
      { status: 200, description: 'The bytes of the document.' },
      { status: 206, description: 'The bytes of the range.' },
      { status: 304, description: 'The document is the one that If-None-Match names.' },
    ],
  })
  async download(@Caller() { partnerId }: PartnerPrincipal, @Param('id', UuidPipe) id: string, @Req() request: Request): Promise<Answer> {
    const document = await this.documents.get(partnerId, id);
    assertAcceptable(request, document);
    const etag = `"${document.digest.toString('base64url')}"`;
    const headers = headersOf(document, etag);
    if (names(request.headers['if-none-match'], etag)) return new Answer(304, undefined, headers);
    const range = rangeOf(request, document, etag);
    const { start, end } = range ?? { start: 0, end: document.size - 1 };
    const length = end - start + 1;
    // A small document is read before the answer begins, so that a failure can still be told.
    const isReadFirst = request.method !== 'HEAD' && length <= documentChunkSize;
    const content = isReadFirst
      ? await this.documents.read(partnerId, id, start, length)
      : new ByteStream(length, this.documents.chunks(partnerId, id, start, length));
    if (range === undefined) return new Answer(200, content, headers);
    return new Answer(206, content, { ...headers, 'Content-Range': `bytes ${start}-${end}/${document.size}` });
  }
}
