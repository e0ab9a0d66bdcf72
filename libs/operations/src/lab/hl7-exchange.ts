import { Answer, contextOf, preferredOf, rawBody } from '@gateway/access';
import { maximumDocumentSize } from '@gateway/core';
import { AppError } from '@gateway/problems';
import type { Request } from 'express';
import type { Acknowledgment } from './hl7v2/hl7-intake.service';

/** HL7 v2 over HTTP: the message is the body, the acknowledgment the answer's. */
export const hl7MediaTypes = ['application/hl7-v2', 'text/plain'] as const;

/** A message with one document of the largest size, in base64, and room for its results. */
export const hl7Limit = Math.ceil((maximumDocumentSize * 4) / 3) + 4 * 1024 * 1024;

const supported = hl7MediaTypes.join(', ');

/** The charset of the media type, empty without one. @throws AppError unless the body is announced as HL7 v2, without content coding */
function charsetIn({ headers }: Request): string {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!isPlain || !(hl7MediaTypes as readonly string[]).includes(type.trim().toLowerCase())) {
    throw new AppError('media_type_unsupported', { parameters: { supported }, headers: { 'Accept-Post': supported } });
  }
  return (
    parameters.map((parameter) => /^\s*charset\s*=\s*"?([^\s";]+)"?\s*$/i.exec(parameter)?.[1]).find((name) => name !== undefined) ?? ''
  );
}

export async function readHl7Body(request: Request): Promise<{ readonly content: Buffer; readonly charset: string }> {
  const charset = charsetIn(request);
  return { content: await rawBody(request, hl7Limit), charset };
}

export function acknowledge({ bytes, charset, records }: Acknowledgment, request: Request): Answer {
  contextOf(request).records = records;
  const type = preferredOf(request.headers.accept, hl7MediaTypes);
  return new Answer(200, bytes, { 'Content-Type': charset === undefined ? type : `${type}; charset=${charset}` });
}
