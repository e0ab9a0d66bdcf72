import { rawBody } from '@gateway/access';
import { maximumDocumentSize, type NewDocument } from '@gateway/core';
import { AppError } from '@gateway/problems';
import busboy from 'busboy';
import type { Request } from 'express';
import { fileNamePattern, mediaTypePattern } from './file-names';

const field = 'file';
const framing = 64 * 1024;

/** Bytes that a form with one document may have. */
export const formLimit = maximumDocumentSize + framing;

interface FormFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

const unsupported = (): AppError => new AppError('media_type_unsupported', { parameters: { supported: 'multipart/form-data' } });

/** The files of a form, by field (RFC 7578). */
function parseForm(body: Buffer, contentType: string): Promise<readonly (FormFile & { field: string })[]> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown): void => {
      reject(new AppError('multipart_malformed', { cause }));
    };
    const files: (FormFile & { field: string })[] = [];
    const parser = busboy({
      headers: { 'content-type': contentType },
      limits: { fileSize: maximumDocumentSize + 1, files: 2, fields: 10 },
      defParamCharset: 'utf8',
    });
    parser.on('file', (name, stream, info) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', refuse);
      stream.on('close', () =>
        files.push({ field: name, name: info.filename ?? '', mediaType: info.mimeType, content: Buffer.concat(chunks) }),
      );
    });
    parser.on('error', refuse);
    parser.on('close', () => {
      resolve(files);
    });
    parser.end(body);
  });
}

function assertFile({ name, mediaType, content }: FormFile): void {
  if (content.length > maximumDocumentSize) throw new AppError('body_too_large', { parameters: { max: maximumDocumentSize } });
  const isName = name.trim() !== '' && [...name].length <= 255 && fileNamePattern.test(name);
  if (!isName || !mediaTypePattern.test(mediaType)) {
    throw AppError.violations({ propertyPath: field, constraint: 'Regex', hint: 'characters' });
  }
}

/** The one document of a form, in its field `file`. @throws AppError for anything else */
export async function readDocument(request: Request): Promise<NewDocument> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unsupported();
  const body = await rawBody(request, formLimit);
  const files = await parseForm(body, contentType).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('multipart_malformed', { cause: error });
  });
  const [file, ...others] = files.filter((candidate) => candidate.field === field);
  if (file === undefined || others.length > 0) throw new AppError('multipart_file_missing', { parameters: { field } });
  assertFile(file);
  return { originalFileName: file.name, mimeType: file.mediaType, content: file.content };
}
