import type { MenstrualPhase } from './specimen';

/** A specimen that stands alone; times as ISO 8601 text. */
export interface CollectedSpecimenRow {
  readonly id: string;
  readonly testId: string;
  readonly serviceRequestId: string;
  readonly specimenCode: string;
  readonly sampleType: string | null;
  readonly collectionDate: string | null;
  readonly collectionTime: string | null;
  readonly menstrualPhase: MenstrualPhase | null;
  /** When its test arrived in the laboratory. */
  readonly labIntakeAt: string | null;
  readonly updatedAt: string;
}

/** Over `source`, a table expression with the columns of `specimens`. */
export const selectSpecimens = (source: string): string =>
  `SELECT s.id, s.test_id AS "testId", q.id AS "serviceRequestId", s.specimen_code AS "specimenCode", p.sample_type AS "sampleType",
          s.collection_date AS "collectionDate", s.collection_time::text AS "collectionTime", s.menstrual_phase AS "menstrualPhase",
          iso_utc(t.lab_intake_at) AS "labIntakeAt", iso_utc(greatest(s.updated_at, t.lab_intake_at)) AS "updatedAt"
     FROM ${source} s
     JOIN diagnostic_tests t ON t.partner_id = s.partner_id AND t.id = s.test_id
     JOIN diagnostic_products p ON p.id = t.product_id
     JOIN service_requests q ON q.partner_id = s.partner_id AND q.test_id = s.test_id`;
