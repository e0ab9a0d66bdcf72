import { existsFilter, List, textFilter, timeFilter } from '../listing';

/** A rejected message without its content; times as ISO 8601 text. */
export interface RejectedMessageRow {
  readonly id: string;
  readonly controlId: string | null;
  readonly code: 'AE' | 'AR';
  readonly errors: readonly object[];
  readonly charset: string;
  /** Bytes. */
  readonly size: number;
  readonly attempts: number;
  readonly createdAt: string;
  readonly receivedAt: string;
  readonly resolvedAt: string | null;
}

export const selectRejectedMessages = (source: string): string =>
  `SELECT m.id, m.control_id AS "controlId", m.code, m.errors, m.charset, length(m.content) AS size, m.attempts,
          iso_utc(m.created_at) AS "createdAt", iso_utc(m.received_at) AS "receivedAt", iso_utc(m.resolved_at) AS "resolvedAt"
     FROM ${source} m`;

export const rejectedMessageList = new List<RejectedMessageRow>({
  table: 'rejected_messages',
  alias: 'm',
  filters: [
    timeFilter('createdAt', 'm.created_at'),
    textFilter('controlId', (values) => `m.control_id = ANY(${values})`),
    existsFilter('resolvedAt', 'm.resolved_at IS NOT NULL'),
  ],
  sortKeys: {
    createdAt: { column: 'm.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'm.id', type: 'uuid', of: (row) => row.id },
  },
});
