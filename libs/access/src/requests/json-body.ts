import { JsonSyntaxError, jsonTypeOf, parseJson } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import type { Request } from 'express';
import { rawBody } from './raw-body';

/** Levels of objects and arrays that a body may have. */
export const maximumDepth = 32;

/** Passes over a byte order mark at the beginning, as RFC 8259 section 8.1 allows. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('body_not_utf8');
  }
}

function parseBody(bytes: Buffer) {
  try {
    return parseJson(decodeText(bytes), maximumDepth);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new AppError('body_not_json', { parameters: { position: error.position } });
    throw error;
  }
}

/** The JSON object (or array) that the bytes spell, with exact numbers. @throws AppError for anything else */
function toJsonBody(bytes: Buffer, expected: 'object' | 'array'): object {
  if (bytes.length === 0) throw new AppError('body_missing');
  const { value, depth, duplicate } = parseBody(bytes);
  if (depth > maximumDepth) throw new AppError('body_too_deep', { parameters: { max: maximumDepth } });
  if (duplicate !== undefined) throw new AppError('body_duplicate_key', { parameters: { path: duplicate.slice(0, 200) } });
  const given = jsonTypeOf(value);
  if (given !== expected) throw new AppError(expected === 'object' ? 'body_not_object' : 'body_not_array', { parameters: { given } });
  return value as object;
}

const mediaTypeOf = (contentType: string): { type: string; charset: string | undefined } => {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^\s"]+)"?\s*$/.exec(parameter)?.[1])
    .find((name) => name !== undefined);
  return { type: type.trim(), charset };
};

/** @throws AppError unless the body is announced as one of `supported`, in UTF-8 and without content coding */
export function assertMediaType({ headers, method }: Request, supported: readonly string[]): void {
  const { type, charset } = mediaTypeOf(headers['content-type'] ?? '');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (isPlain && supported.includes(type) && (charset ?? 'utf-8').replace('utf8', 'utf-8') === 'utf-8') return;
  throw new AppError('media_type_unsupported', {
    parameters: { supported: supported.join(', ') },
    headers: { [method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: supported.join(', ') },
  });
}

export async function jsonBody(
  request: Request,
  limit: number,
  supported: readonly string[],
  expected: 'object' | 'array' = 'object',
): Promise<object> {
  const bytes = await rawBody(request, limit);
  if (bytes.length > 0 || request.headers['content-type'] !== undefined) assertMediaType(request, supported);
  return toJsonBody(bytes, expected);
}
