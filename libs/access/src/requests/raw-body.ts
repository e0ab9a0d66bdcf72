import type { Request } from 'express';
import { AppError } from '@gateway/problems';
import { contextOf } from './request-context';

async function collect(request: Request, limit: number): Promise<Buffer> {
  const tooLarge = (): AppError => new AppError('body_too_large', { parameters: { max: limit }, headers: { Connection: 'close' } });
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('body_incomplete', { cause: error });
  }
  return Buffer.concat(chunks);
}

/** The bytes of the request's body, read once. @throws AppError past `limit` bytes */
export const rawBody = (request: Request, limit: number): Promise<Buffer> => (contextOf(request).body ??= collect(request, limit));
