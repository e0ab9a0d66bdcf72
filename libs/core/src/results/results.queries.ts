import { documentObject, type DocumentRow } from '../documents/documents.service';
import { identifierFilter, List, timeFilter } from '../listing';
import { observationObject, type ObservationRow } from '../observations/observations.queries';

/** A result with everything that a partner reads of it; times as ISO 8601 text. */
export interface ResultRow {
  readonly id: string;
  readonly testId: string;
  readonly createdAt: string;
  readonly labNotes: readonly string[] | null;
  readonly observations: readonly ObservationRow[];
  readonly documents: readonly DocumentRow[];
}

export const selectResults = (source: string): string =>
  `SELECT r.id, r.test_id AS "testId", iso_utc(r.created_at) AS "createdAt", r.lab_notes AS "labNotes",
          (SELECT coalesce(json_agg(${observationObject} ORDER BY o.position), '[]'::json)
             FROM observations o WHERE o.partner_id = r.partner_id AND o.result_id = r.id) AS observations,
          (SELECT coalesce(json_agg(${documentObject} ORDER BY d.position), '[]'::json)
             FROM documents d WHERE d.partner_id = r.partner_id AND d.result_id = r.id) AS documents
     FROM ${source} r`;

export const resultList = new List<ResultRow>({
  table: 'test_results',
  alias: 'r',
  filters: [
    timeFilter('createdAt', 'r.created_at'),
    identifierFilter('diagnosticTest', { iri: '/v1/diagnostic_tests/', column: 'r.test_id' }),
    identifierFilter('observation', {
      iri: '/v1/observations/',
      column: 'o.id',
      within: (condition) =>
        `EXISTS (SELECT FROM observations o WHERE o.partner_id = r.partner_id AND o.result_id = r.id AND ${condition})`,
    }),
    identifierFilter('testResult', { iri: '/v1/test_results/', column: 'r.id' }),
  ],
  sortKeys: {
    createdAt: { column: 'r.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'r.id', type: 'uuid', of: (row) => row.id },
  },
});
