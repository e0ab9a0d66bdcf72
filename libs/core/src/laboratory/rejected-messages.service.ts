import { createHash } from 'node:crypto';
import { Clock, Database, Identifiers, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import type { Bind } from '../listing/filter';
import { rejectedMessageList, type RejectedMessageRow, selectRejectedMessages } from './rejected-messages.queries';

export interface NewRejection {
  readonly laboratory: string;
  readonly controlId: string | null;
  readonly code: 'AE' | 'AR';
  readonly errors: readonly object[];
  readonly content: Buffer;
  readonly charset: string;
}

const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

/** Keeps what laboratories sent and could not be applied, so that nothing is lost between them and us. */
@Injectable()
export class RejectedMessagesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
  ) {}

  /** The same message again is the same record, with what is wrong with it now. Tells the record's id. */
  async keep({ laboratory, controlId, code, errors, content, charset }: NewRejection): Promise<string> {
    const [kept] = await this.database.query<{ id: string }>(
      `INSERT INTO rejected_messages AS m
              (id, laboratory, control_id, code, errors, digest, content, charset, attempts, created_at, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $9)
       ON CONFLICT (laboratory, digest) DO UPDATE
          SET code = excluded.code, errors = excluded.errors, charset = excluded.charset, attempts = m.attempts + 1,
              received_at = excluded.received_at, resolved_at = NULL
       RETURNING id`,
      [this.identifiers.next(), laboratory, controlId, code, JSON.stringify(errors), digestOf(content), content, charset, this.clock.now()],
    );
    return kept!.id;
  }

  /** Notes that the message was applied, if it was rejected before. */
  async resolve(laboratory: string, content: Buffer): Promise<void> {
    await this.database.query(
      'UPDATE rejected_messages SET resolved_at = coalesce(resolved_at, $3) WHERE laboratory = $1 AND digest = $2',
      [laboratory, digestOf(content), this.clock.now()],
    );
  }

  list(laboratory: string, request: ListRequest<RejectedMessageRow>): Promise<Page<RejectedMessageRow>> {
    const ofLaboratory = (bind: Bind): string => `m.laboratory = ${bind(laboratory)}`;
    const conditions = [ofLaboratory, ...request.conditions];
    return runList(this.database, rejectedMessageList, { ...request, conditions }, selectRejectedMessages, null);
  }

  /** @throws AppError when the laboratory has no such message */
  async get(laboratory: string, id: string): Promise<{ readonly row: RejectedMessageRow; readonly content: Buffer }> {
    const source = '(SELECT * FROM rejected_messages WHERE laboratory = $1 AND id = $2)';
    const [row] = await this.database.query<RejectedMessageRow>(selectRejectedMessages(source), [laboratory, id]);
    const [stored] = await this.database.query<{ content: Buffer }>(
      'SELECT content FROM rejected_messages WHERE laboratory = $1 AND id = $2',
      [laboratory, id],
    );
    if (row === undefined || stored === undefined) throw AppError.recordNotFound();
    return { row, content: stored.content };
  }
}
