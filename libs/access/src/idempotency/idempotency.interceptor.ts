import { createHash } from 'node:crypto';
import { Clock, Database, stringifyJson } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { MoreThan } from 'typeorm';
import { defaultBodyLimit, jsonMediaType, operationOf } from '../operations/operation';
import { Answer, JsonText } from '../requests/answer';
import { rawBody } from '../requests/raw-body';
import { ErrorRenderer } from '../requests/error-renderer';
import { contextOf, type RequestContext } from '../requests/request-context';
import { fingerprintOf } from './fingerprint';
import { IdempotencyKey } from './idempotency-key.entity';
import { openText, sealText } from './sealed-text';

export const keptMilliseconds = 24 * 60 * 60 * 1000;

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** Answers that say nothing lasting about the request are not kept. */
const isKept = (status: number): boolean => status < 500 && status !== 401 && status !== 403 && status !== 429;

/** The record that the path names, however its identifier is spelled. */
const targetOf = ({ params }: Request): string => Object.values(params).join('/').toLowerCase();

interface Attempt {
  readonly key: string;
  readonly ownerId: string;
  readonly digest: Buffer;
  readonly fingerprint: Buffer;
}

/**
 * `Idempotency-Key` on POST (draft-ietf-httpapi-idempotency-key-header). The effect and the stored answer are one transaction,
 * so that neither can exist without the other; an advisory lock tells a repetition that the first is still running.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly errors: ErrorRenderer,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    // Nothing is kept for nobody.
    if (request.method !== 'POST' || key === undefined || contextOf(request).principal === undefined) return next.handle();
    return from(this.once(request, String(key), execution, () => lastValueFrom(next.handle())));
  }

  private async once(request: Request, key: string, execution: ExecutionContext, handle: () => Promise<unknown>): Promise<unknown> {
    if (!keyPattern.test(key)) throw new AppError('idempotency_key_malformed');
    const operation = operationOf(execution.getHandler());
    const body = await rawBody(request, operation.body?.limit ?? defaultBodyLimit);
    const { queryPairs, principal } = contextOf(request);
    const attempt: Attempt = {
      key,
      ownerId: principal?.partnerId ?? principal!.tokenId,
      digest: createHash('sha256')
        .update(`${operation.id} ${targetOf(request)}\n${key}`)
        .digest(),
      fingerprint: fingerprintOf({
        body,
        contentType: request.headers['content-type'] ?? '',
        query: queryPairs ?? [],
        condition: request.headers['if-none-exist']?.toString(),
        smartScopes: principal?.smartScopes,
      }),
    };
    const usualStatus = operation.answers[0].status;
    return this.database.transaction(async () => {
      await this.lock(attempt);
      const earlier = await this.findEarlier(attempt);
      return earlier === null ? this.first(attempt, request, usualStatus, handle) : replay(earlier, attempt);
    });
  }

  private async lock({ ownerId, digest }: Attempt): Promise<void> {
    const [row] = await this.database.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked', [
      `${ownerId}:${digest.toString('base64')}`,
    ]);
    if (row?.locked !== true) throw new AppError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
  }

  private findEarlier({ ownerId, digest }: Attempt): Promise<IdempotencyKey | null> {
    const oldest = new Date(this.clock.now().getTime() - keptMilliseconds);
    return this.database.manager.findOneBy(IdempotencyKey, { ownerId, digest, createdAt: MoreThan(oldest) });
  }

  /** Runs the operation; a refusal undoes what it did, but is kept as the answer. */
  private async first(attempt: Attempt, request: Request, usualStatus: number, handle: () => Promise<unknown>): Promise<unknown> {
    let answer: Answer;
    try {
      answer = toStored(await this.database.savepoint(handle), usualStatus);
    } catch (error) {
      if (!(error instanceof AppError) || !isKept(error.status)) throw error;
      answer = new Answer(error.status, this.errors.render(error, request), error.headers);
    }
    await this.store(attempt, answer, contextOf(request));
    return answer;
  }

  private async store({ key, ownerId, digest, fingerprint }: Attempt, answer: Answer, { language }: RequestContext): Promise<void> {
    const { text, mediaType } = toText(answer);
    await this.database.manager.upsert(
      IdempotencyKey,
      {
        ownerId,
        digest,
        fingerprint,
        status: answer.status!,
        headers: { ...answer.headers, 'Content-Type': mediaType, 'Content-Language': language },
        body: sealText(text, key),
        createdAt: this.clock.now(),
      },
      ['ownerId', 'digest'],
    );
  }
}

/** Bytes are kept as text that has one character for each. */
const byteText = 'latin1';

const toText = ({ body, headers }: Answer): JsonText =>
  Buffer.isBuffer(body) ? new JsonText(body.toString(byteText), headers['Content-Type']) : (body as JsonText);

const fromText = (text: string, mediaType = jsonMediaType): JsonText | Buffer =>
  /[/+]json\b/.test(mediaType) ? new JsonText(text, mediaType) : Buffer.from(text, byteText);

function toStored(result: unknown, usualStatus: number): Answer {
  const { status, body, headers } = result instanceof Answer ? result : new Answer(undefined, result);
  if (Buffer.isBuffer(body)) return new Answer(status ?? usualStatus, body, headers);
  const text = new JsonText(stringifyJson(body), headers['Content-Type'] ?? `${jsonMediaType}; charset=utf-8`);
  return new Answer(status ?? usualStatus, text, headers);
}

function replay(earlier: IdempotencyKey, attempt: Attempt): Answer {
  if (!earlier.fingerprint.equals(attempt.fingerprint)) {
    throw AppError.violations({ propertyPath: 'Idempotency-Key', constraint: 'Unique', hint: 'key_reused' });
  }
  const { status, headers, body } = earlier;
  const kept = fromText(openText(body, attempt.key), headers['Content-Type']);
  return new Answer(status, kept, { ...headers, 'Idempotent-Replayed': 'true' });
}
