import { type AuditEventRow, auditActions, auditOutcomes, outcomeOf } from '@gateway/audit';
import { z } from 'zod';

export const auditEventAnswer = () =>
  z
    .strictObject({
      id: z.uuid(),
      recordedAt: z.iso.datetime({ precision: 3 }),
      partner: z.string().nullable(),
      token: z.uuid(),
      client: z.string().nullable(),
      operation: z.string(),
      scope: z.string(),
      action: z.enum(auditActions),
      method: z.string(),
      records: z.array(z.string()),
      status: z.int(),
      outcome: z.enum(auditOutcomes),
      requestId: z.string(),
      address: z.string().nullable(),
    })
    .meta({ id: 'AuditEvent' });

export const toAuditEvent = (row: AuditEventRow): z.output<ReturnType<typeof auditEventAnswer>> => ({
  id: row.id,
  recordedAt: row.recordedAt,
  partner: row.partner,
  token: row.tokenId,
  client: row.client,
  operation: row.operation,
  scope: row.scope,
  action: row.action,
  method: row.method,
  records: [...row.records],
  status: row.status,
  outcome: outcomeOf(row.status),
  requestId: row.requestId,
  address: row.address,
});
