import { identifierFilter, List, textFilter, timeFilter } from '../listing';
import type { HealthInsurance } from '../tests/patient';
import type { NativeServiceRequest } from './native-service-request';
import type { RequestStatus } from './request-status';
import type { RequestRelease } from './service-request.entity';

/** A request as it is read; times as ISO 8601 text. */
export interface ServiceRequestRow {
  readonly id: string;
  readonly testId: string | null;
  readonly orderId: string | null;
  /** Null: made from a test that was ordered otherwise. */
  readonly release: RequestRelease | null;
  readonly status: RequestStatus;
  readonly content: NativeServiceRequest;
  readonly healthInsurance: HealthInsurance | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const selectServiceRequests = (source: string): string =>
  `SELECT q.id, q.test_id AS "testId", q.order_id AS "orderId", q.release, q.status, q.content::json AS content,
          q.health_insurance AS "healthInsurance", q.version, iso_utc(q.created_at) AS "createdAt", iso_utc(q.updated_at) AS "updatedAt"
     FROM ${source} q`;

/** The request of a partner with an id. */
export const selectOneRequest = selectServiceRequests('(SELECT * FROM service_requests WHERE partner_id = $1 AND id = $2)');

/** Versions of one request, as requests, the newest first: before a version, since a moment, so many at most; the first two may be null. */
export const selectRequestVersions = `
  SELECT * FROM (${selectOneRequest}
     WHERE q.version < coalesce($3, q.version + 1) AND q.updated_at >= coalesce($4, q.updated_at)
    UNION ALL
    SELECT q.id, q.test_id, q.order_id, v.release, v.status, v.content::json, v.health_insurance, v.version, iso_utc(q.created_at),
           iso_utc(v.updated_at)
      FROM service_request_versions v JOIN service_requests q ON q.partner_id = v.partner_id AND q.id = v.request_id
     WHERE v.partner_id = $1 AND v.request_id = $2
       AND v.version < coalesce($3, v.version + 1) AND v.updated_at >= coalesce($4, v.updated_at)) versions
   ORDER BY version DESC LIMIT $5`;

export const serviceRequestList = new List<ServiceRequestRow>({
  table: 'service_requests',
  alias: 'q',
  filters: [
    timeFilter('createdAt', 'q.created_at'),
    textFilter('status', (values) => `q.status COLLATE "C" = ANY(${values})`),
    identifierFilter('diagnosticTest', { iri: '/v1/diagnostic_tests/', column: 'q.test_id' }),
    identifierFilter('order', { iri: '/v1/diagnostic_orders/', column: 'q.order_id' }),
  ],
  sortKeys: {
    createdAt: { column: 'q.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'q.id', type: 'integer', of: (row) => row.id },
  },
});
