import { type Filter, identifierFilter, List, textFilter, timeFilter } from '@gateway/core';
import { badValue } from '@gateway/kernel';
import { type AuditAction, auditActions } from './audit-event.entity';
import { type AuditOutcome, auditOutcomes, outcomeConditions } from './outcomes';

/** An event as it is read; times as ISO 8601 text. */
export interface AuditEventRow {
  readonly id: string;
  readonly recordedAt: string;
  /** Slug; null on the operating side. */
  readonly partner: string | null;
  readonly tokenId: string;
  /** As the client calls itself; its number when it is no longer registered. */
  readonly client: string | null;
  readonly operation: string;
  readonly scope: string;
  readonly action: AuditAction;
  readonly method: string;
  readonly records: readonly string[];
  readonly status: number;
  readonly requestId: string;
  readonly address: string | null;
}

export const selectAuditEvents = (source: string): string =>
  `SELECT e.id, iso_utc(e.recorded_at) AS "recordedAt", p.slug AS partner, e.token_id AS "tokenId",
          coalesce(c.client_id, e.client_id::text) AS client, e.operation, e.scope, e.action, e.method, e.records, e.status,
          e.request_id AS "requestId", e.address
     FROM ${source} e
     LEFT JOIN partners p ON p.id = e.chain
     LEFT JOIN smart_clients c ON c.id = e.client_id`;

/** `name[]`: one of few values. */
const choiceFilter = (name: string, choices: readonly string[], condition: (value: string) => string): Filter => ({
  parameters: [
    {
      name: `${name}[]`,
      description: `By ${name}; several are alternatives.`,
      schema: { type: 'array', items: { type: 'string', enum: [...choices] } },
    },
  ],
  knows: (given) => given === `${name}[]`,
  read: (pairs) => {
    const wrong = pairs.find(({ value }) => !choices.includes(value));
    if (wrong !== undefined) throw badValue(wrong, choices.join(', '));
    const alternatives = [...new Set(pairs.map(({ value }) => `(${condition(value)})`))];
    return alternatives.length === 0 ? [] : [() => `(${alternatives.join(' OR ')})`];
  },
});

export const auditEventList = new List<AuditEventRow>({
  table: 'audit_events',
  alias: 'e',
  filters: [
    timeFilter('recordedAt', 'e.recorded_at'),
    identifierFilter('partner', {
      iri: '/admin/v1/partners/',
      column: 'e.chain',
      second: (values) => `SELECT p.id FROM partners p WHERE p.slug = ANY(${values})`,
    }),
    identifierFilter('token', { iri: '/admin/v1/tokens/', column: 'e.token_id', isCommon: true }),
    identifierFilter('client', {
      iri: '/admin/v1/clients/',
      column: 'e.client_id',
      second: (values) => `SELECT c.id FROM smart_clients c WHERE c.client_id = ANY(${values})`,
    }),
    textFilter('record', (values) => `e.records && ${values}`),
    textFilter('operation', (values) => `e.operation = ANY(${values})`),
    choiceFilter('action', auditActions, (action) => `e.action = '${action}'`),
    textFilter('method', (values) => `e.method = ANY(${values})`),
    textFilter('status', (values) => `e.status::text = ANY(${values})`),
    choiceFilter('outcome', auditOutcomes, (outcome) => outcomeConditions[outcome as AuditOutcome]),
    textFilter('requestId', (values) => `e.request_id = ANY(${values})`),
    textFilter('address', (values) => `e.address = ANY(${values})`),
  ],
  sortKeys: {
    recordedAt: { column: 'e.recorded_at', type: 'time', of: (row) => row.recordedAt },
    id: { column: 'e.id', type: 'uuid', of: (row) => row.id },
  },
});
