import { type ListRequest, runList } from '@gateway/core';
import { Database, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { operatingChain } from './audit-event.entity';
import { auditEventList, type AuditEventRow, selectAuditEvents } from './events.queries';

/** Reading of what was recorded, for the operating side: over all partners. */
@Injectable()
export class AuditEventsService {
  constructor(private readonly database: Database) {}

  list(request: ListRequest<AuditEventRow>): Promise<Page<AuditEventRow>> {
    return runList(this.database, auditEventList, request, selectAuditEvents, null);
  }

  /** @throws AppError when there is no such event */
  async get(id: string): Promise<AuditEventRow> {
    // Each chain is asked for it: the key begins with the chain, and a second index would slow every insert.
    const chains = `ARRAY(SELECT p.id FROM partners p UNION ALL SELECT '${operatingChain}')`;
    const [row] = await this.database.query<AuditEventRow>(
      selectAuditEvents(`(SELECT * FROM audit_events WHERE chain = ANY(${chains}) AND id = $1)`),
      [id],
    );
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }
}
