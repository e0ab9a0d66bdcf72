import { existsFilter, identifierFilter, List, textFilter, timeFilter } from '../listing';
import { diagnosticProductIri } from '../products/diagnostic-products.service';
import type { TrackingRow } from '../shipments/shipment.entity';
import type { MenstrualPhase } from '../specimens/specimen';
import type { Gender, HealthInsurance } from './patient';

export interface SpecimenRow {
  readonly specimenCode: string;
  readonly createdAt: string;
  readonly collectionDate: string | null;
  readonly collectionTime: string | null;
  readonly menstrualPhase: MenstrualPhase | null;
}

/** A test with everything that a partner reads of it; times as ISO 8601 text. */
export interface TestRow {
  readonly id: string;
  readonly orderId: string;
  readonly productId: string;
  readonly createdAt: string;
  readonly activatedAt: string | null;
  readonly labIntakeAt: string | null;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly gender: Gender;
  readonly dateOfBirth: string | null;
  readonly healthInsurance: HealthInsurance | null;
  readonly tracking: TrackingRow | null;
  /** Oldest first. */
  readonly resultIds: readonly string[];
  readonly specimens: readonly SpecimenRow[];
}

export const selectTests = (source: string): string =>
  `SELECT t.id, t.order_id AS "orderId", t.product_id AS "productId", iso_utc(t.created_at) AS "createdAt",
          iso_utc(t.activated_at) AS "activatedAt", iso_utc(t.lab_intake_at) AS "labIntakeAt",
          t.patient_email AS email, t.patient_first_name AS "firstName", t.patient_last_name AS "lastName",
          t.patient_gender AS gender, t.patient_date_of_birth AS "dateOfBirth",
          t.patient_health_insurance AS "healthInsurance", s.tracking,
          ARRAY(SELECT r.id FROM test_results r
                 WHERE r.partner_id = t.partner_id AND r.test_id = t.id ORDER BY r.created_at, r.id) AS "resultIds",
          (SELECT coalesce(json_agg(json_build_object(
                    'specimenCode', p.specimen_code, 'createdAt', iso_utc(p.created_at),
                    'collectionDate', p.collection_date, 'collectionTime', p.collection_time,
                    'menstrualPhase', p.menstrual_phase) ORDER BY p.created_at, p.id), '[]'::json)
             FROM specimens p WHERE p.partner_id = t.partner_id AND p.test_id = t.id) AS specimens
     FROM ${source} t
     LEFT JOIN shipments s ON s.partner_id = t.partner_id AND s.test_id = t.id`;

export const testList = new List<TestRow>({
  table: 'diagnostic_tests',
  alias: 't',
  filters: [
    timeFilter('createdAt', 't.created_at'),
    timeFilter('activatedAt', 't.activated_at'),
    timeFilter('labIntakeAt', 't.lab_intake_at'),
    existsFilter('activatedAt', 't.activated_at IS NOT NULL'),
    existsFilter('labIntakeAt', 't.lab_intake_at IS NOT NULL'),
    existsFilter('shipmentTracking', 'EXISTS (SELECT FROM shipments s WHERE s.partner_id = t.partner_id AND s.test_id = t.id)'),
    existsFilter('testResults', 't.has_result IS TRUE'),
    textFilter(
      'specimenCode',
      (values) =>
        `EXISTS (SELECT FROM specimens p WHERE p.partner_id = t.partner_id AND p.test_id = t.id AND p.specimen_code = ANY(${values}))`,
    ),
    identifierFilter('diagnosticTest', { iri: '/v1/diagnostic_tests/', column: 't.id' }),
    identifierFilter('order', { iri: '/v1/diagnostic_orders/', column: 't.order_id' }),
    identifierFilter('product', {
      iri: diagnosticProductIri,
      column: 't.product_id',
      second: (values) => `SELECT p.id FROM diagnostic_products p WHERE p.canonical_id = ANY(${values})`,
    }),
  ],
  sortKeys: {
    createdAt: { column: 't.created_at', type: 'time', of: (row) => row.createdAt },
    id: { column: 't.id', type: 'uuid', of: (row) => row.id },
  },
});
