import { documentObject } from '../documents/documents.service';
import { identifierFilter, List, textFilter, timeFilter } from '../listing';
import { observationObject } from '../observations/observations.queries';
import type { ReportedObservationRow, ReportRow } from './report-row';
import { resultList } from './results.queries';

/** What the EHR wrote; where its patient was contained in the request, the reference is the patient as recorded on the test. */
const subjectEcho = `CASE WHEN json_typeof(q.echo -> 'subject') = 'object' AND q.echo -> 'subject' -> 'reference' IS NULL
  THEN (jsonb_build_object('reference', 'Patient/' || t.id, 'type', 'Patient') || (q.echo -> 'subject')::jsonb)::json
  ELSE q.echo -> 'subject' END`;

/** What a report tells of its test; over a test `t`, its product `p` and its request `q`. */
const contextObject = `json_build_object(
  'testId', t.id, 'serviceRequestId', q.id::text,
  'product', json_build_object('canonicalId', p.canonical_id, 'name', p.name, 'loincNums', p.loinc_nums),
  'subject', ${subjectEcho}, 'encounter', q.echo -> 'encounter',
  'patientName', nullif(concat_ws(' ', t.patient_first_name, t.patient_last_name), ''),
  'specimens', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'specimenCode', s.specimen_code,
      'collectionDate', s.collection_date, 'collectionTime', s.collection_time) ORDER BY s.created_at, s.id), '[]'::json)
    FROM specimens s WHERE s.partner_id = t.partner_id AND s.test_id = t.id))`;

/** A result's test, product and request. */
const itsTest = `
     JOIN diagnostic_tests t ON t.partner_id = r.partner_id AND t.id = r.test_id
     JOIN diagnostic_products p ON p.id = t.product_id
     JOIN service_requests q ON q.partner_id = t.partner_id AND q.test_id = t.id`;

export const selectReports = (source: string): string =>
  `SELECT r.id, iso_utc(r.created_at) AS "createdAt", r.laboratory, r.lab_notes AS "labNotes", r.state,
          (SELECT coalesce(json_agg(${observationObject} ORDER BY o.position), '[]'::json)
             FROM observations o WHERE o.partner_id = r.partner_id AND o.result_id = r.id) AS observations,
          (SELECT coalesce(json_agg(${documentObject} ORDER BY d.position), '[]'::json)
             FROM documents d WHERE d.partner_id = r.partner_id AND d.result_id = r.id) AS documents,
          ${contextObject} AS context
     FROM ${source} r${itsTest}`;

export const selectReportedObservations = (source: string): string =>
  `SELECT ${observationObject} AS observation, r.laboratory, r.state, ${contextObject} AS context
     FROM ${source} o JOIN test_results r ON r.partner_id = o.partner_id AND r.id = o.result_id${itsTest}`;

/** Results as reports; they are filtered and sorted like results. */
export const reportList = new List<ReportRow>({
  table: 'test_results',
  alias: 'r',
  filters: resultList.definition.filters.filter((filter) => !filter.knows('observation[]')),
  sortKeys: {
    createdAt: { column: 'r.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 'r.id', type: 'uuid', of: (row) => row.id },
  },
});

export const reportedObservationList = new List<ReportedObservationRow>({
  table: 'observations',
  alias: 'o',
  filters: [
    timeFilter('createdAt', 'o.created_at'),
    identifierFilter('testResult', { iri: '/v1/test_results/', column: 'o.result_id' }),
    textFilter('loincNum', (values) => `o.loinc_num = ANY(${values})`),
  ],
  sortKeys: {
    createdAt: { column: 'o.created_at', type: 'time', of: ({ observation }) => observation.createdAt },
    id: { column: 'o.id', type: 'uuid', of: ({ observation }) => observation.id },
  },
});
