import { createHash } from 'node:crypto';
import { Clock, Database, Identifiers } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { Document } from './document.entity';

/** As many bytes of a document as are read at once. */
export const documentChunkSize = 256 * 1024;

/** Largest document that the laboratory may deliver, in bytes. */
export const maximumDocumentSize = 20 * 1024 * 1024;

export interface NewDocument {
  readonly originalFileName: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** A document as partners read it; times as ISO 8601 text. */
export interface DocumentRow {
  readonly id: string;
  readonly originalFileName: string;
  readonly mimeType: string;
  readonly size: number;
  readonly createdAt: string;
}

/** One JSON object for a document `d`. */
export const documentObject = `json_build_object('id', d.id, 'originalFileName', d.original_file_name, 'mimeType', d.mime_type,
  'size', d.size, 'createdAt', iso_utc(d.created_at))`;

@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
  ) {}

  /** Everything but the content. */
  async get(partnerId: string, id: string): Promise<Document> {
    const document = await this.database.manager.findOneBy(Document, { partnerId, id });
    if (document === null) throw AppError.recordNotFound();
    return document;
  }

  /** The bytes from `start` on, `length` of them. */
  async read(partnerId: string, id: string, start: number, length: number): Promise<Buffer> {
    const [row] = await this.database.query<{ bytes: Buffer }>(
      'SELECT substring(content FROM $3::integer FOR $4::integer) AS bytes FROM documents WHERE partner_id = $1 AND id = $2',
      [partnerId, id, start + 1, length],
    );
    if (row === undefined) throw AppError.recordNotFound();
    return row.bytes;
  }

  /** The same bytes in chunks, each read when it is asked for. */
  async *chunks(partnerId: string, id: string, start: number, length: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < length; done += documentChunkSize) {
      yield await this.read(partnerId, id, start + done, Math.min(documentChunkSize, length - done));
    }
  }

  /** Adds documents to a result, after those that it has. */
  async add(partnerId: string, resultId: string, documents: readonly NewDocument[], firstPosition: number): Promise<DocumentRow[]> {
    const createdAt = this.clock.now();
    const rows = documents.map((document, index): Document => ({
      partnerId,
      id: this.identifiers.next(),
      resultId,
      position: firstPosition + index,
      originalFileName: document.originalFileName,
      mimeType: document.mimeType,
      size: document.content.length,
      digest: createHash('sha256').update(document.content).digest(),
      content: document.content,
      createdAt,
    }));
    await this.database.insertAll(Document, rows);
    return rows.map(({ id, originalFileName, mimeType, size }): DocumentRow => ({
      id,
      originalFileName,
      mimeType,
      size,
      createdAt: createdAt.toISOString(),
    }));
  }
}
