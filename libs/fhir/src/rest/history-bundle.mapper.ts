import type { JsonObject } from '@gateway/kernel';
import type { ServiceRequestRow } from '@gateway/core';
import { type HistoryQuery, historyLink } from './history-query';
import { versionOf } from './versions';

/** A page of versions, the newest first, and whether there are older ones. */
export interface HistoryPage {
  readonly rows: readonly ServiceRequestRow[];
  readonly hasMore: boolean;
}

export interface HistoryContext {
  /** Absolute address of the resource. */
  readonly address: string;
  readonly query: HistoryQuery;
  readonly toResource: (row: ServiceRequestRow) => JsonObject;
}

/** The first version was created, every other one updated. */
function toEntry(row: ServiceRequestRow, { address, toResource }: HistoryContext): JsonObject {
  const resource = toResource(row);
  const isFirst = row.version === 1;
  return {
    fullUrl: address,
    resource,
    request: isFirst ? { method: 'POST', url: 'ServiceRequest' } : { method: 'PUT', url: `ServiceRequest/${row.id}` },
    response: { status: isFirst ? '201' : '200', etag: versionOf(resource).etag, lastModified: row.updatedAt },
  };
}

/** Bundle of the type history (https://hl7.org/fhir/R5/bundle.html#history). */
export function toHistoryBundle({ rows, hasMore }: HistoryPage, context: HistoryContext): JsonObject {
  const { address, query } = context;
  const path = `${address}/_history`;
  const last = rows.at(-1);
  const isWhole = query.since === undefined && query.before === undefined;
  const link = [
    { relation: 'self', url: historyLink(path, query, query.before) },
    ...(hasMore && last !== undefined ? [{ relation: 'next', url: historyLink(path, query, last.version) }] : []),
  ];
  return {
    resourceType: 'Bundle',
    type: 'history',
    ...(isWhole && rows[0] !== undefined && { total: rows[0].version }),
    link,
    ...(rows.length > 0 && { entry: rows.map((row) => toEntry(row, context)) }),
  };
}
