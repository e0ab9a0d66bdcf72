import { type OrderedTest, requestOfTest, selectOrderedTests } from '@gateway/core';
import { stringifyJson } from '@gateway/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const requests = `
CREATE SEQUENCE service_request_ids AS bigint;
CREATE TABLE service_requests (
  partner_id uuid NOT NULL REFERENCES partners (id),
  id bigint NOT NULL,
  test_id uuid,
  order_id uuid,
  release text CHECK (release IN ('r4b', 'r5')),
  status text NOT NULL CHECK (status IN ('draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown')),
  content text NOT NULL CHECK (json_typeof(content::json) = 'object'),
  health_insurance jsonb,
  echo json,
  version integer NOT NULL CHECK (version > 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, test_id),
  FOREIGN KEY (partner_id, test_id) REFERENCES diagnostic_tests (partner_id, id),
  FOREIGN KEY (partner_id, order_id) REFERENCES diagnostic_orders (partner_id, id),
  CHECK ((test_id IS NULL) = (order_id IS NULL)),
  CHECK (release IS NOT NULL OR test_id IS NOT NULL)
);
CREATE INDEX ON service_requests (partner_id, created_at, id);
CREATE INDEX ON service_requests (partner_id, status, created_at, id);
CREATE INDEX ON service_requests (partner_id, order_id);
CREATE TABLE service_request_versions (
  partner_id uuid NOT NULL,
  request_id bigint NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  release text,
  status text NOT NULL,
  content text NOT NULL,
  health_insurance jsonb,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, request_id, version),
  FOREIGN KEY (partner_id, request_id) REFERENCES service_requests (partner_id, id)
);
ALTER TABLE diagnostic_tests ADD COLUMN canceled_at timestamptz(3), ADD COLUMN patient_updated_at timestamptz(3);
UPDATE diagnostic_tests SET patient_updated_at = coalesce(activated_at, created_at);
ALTER TABLE diagnostic_tests ALTER COLUMN patient_updated_at SET NOT NULL;
ALTER TABLE specimens ADD COLUMN updated_at timestamptz(3);
UPDATE specimens SET updated_at = created_at;
ALTER TABLE specimens ALTER COLUMN updated_at SET NOT NULL;
CREATE TABLE requisitions (
  partner_id uuid NOT NULL REFERENCES partners (id),
  key bytea NOT NULL CHECK (length(key) = 32),
  order_id uuid,
  PRIMARY KEY (partner_id, key),
  FOREIGN KEY (partner_id, order_id) REFERENCES diagnostic_orders (partner_id, id)
);
`;

/** The analytes of the product that have no value in a result `r`; a result of documents alone lacks none. */
const lacksAnalytes = `
  EXISTS (SELECT FROM diagnostic_tests t JOIN diagnostic_products p ON p.id = t.product_id, unnest(p.loinc_nums) AS wanted
           WHERE t.partner_id = r.partner_id AND t.id = r.test_id
             AND NOT EXISTS (SELECT FROM observations o WHERE o.partner_id = r.partner_id AND o.result_id = r.id
                                AND o.loinc_num = wanted AND o.value <> ''))
  AND (EXISTS (SELECT FROM observations o WHERE o.partner_id = r.partner_id AND o.result_id = r.id)
       OR NOT EXISTS (SELECT FROM documents d WHERE d.partner_id = r.partner_id AND d.result_id = r.id))`;

const states = `
ALTER TABLE test_results ADD COLUMN state text CHECK (state IN ('partial', 'final', 'corrected'));
UPDATE test_results r SET state = CASE WHEN ${lacksAnalytes} THEN 'partial' ELSE 'final' END;
UPDATE test_results r SET state = 'corrected'
 WHERE EXISTS (SELECT FROM test_results e WHERE e.partner_id = r.partner_id AND e.test_id = r.test_id AND e.state <> 'partial'
                  AND (e.created_at, e.id) < (r.created_at, r.id));
ALTER TABLE test_results ALTER COLUMN state SET NOT NULL;
CREATE INDEX ON observations (partner_id, loinc_num, created_at, id);
`;

const batchSize = 1000;

/** Tests that were ordered before get their requests. */
async function openRequests(queryRunner: QueryRunner, baseUrl: string): Promise<void> {
  const source = `(SELECT t.* FROM diagnostic_tests t
    WHERE NOT EXISTS (SELECT FROM service_requests q WHERE q.partner_id = t.partner_id AND q.test_id = t.id)
    ORDER BY t.created_at, t.order_id, t.position LIMIT ${batchSize})`;
  for (;;) {
    const tests = (await queryRunner.query(
      `${selectOrderedTests(source)} ORDER BY t.created_at, t.order_id, t.position`,
    )) as readonly OrderedTest[];
    if (tests.length === 0) return;
    await queryRunner.query(
      `INSERT INTO service_requests (partner_id, id, test_id, order_id, status, content, health_insurance, version, created_at, updated_at)
       SELECT t.partner_id, nextval('service_request_ids'), t.id, t.order_id,
              CASE WHEN EXISTS (SELECT FROM test_results r WHERE r.partner_id = t.partner_id AND r.test_id = t.id)
                   THEN 'completed' ELSE 'active' END,
              made.content, t.patient_health_insurance, 1, t.created_at, t.created_at
         FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS made (test_id, content, position)
         JOIN diagnostic_tests t ON t.id = made.test_id
        ORDER BY made.position`,
      [tests.map((test) => test.id), tests.map((test) => stringifyJson(requestOfTest(test, baseUrl)))],
    );
  }
}

/** @param baseUrl where the service is, for the requests of the tests that are there already */
export const serviceRequests3 = (baseUrl: string) =>
  class ServiceRequests3 implements MigrationInterface {
    readonly name = 'ServiceRequests1767225600003';

    async up(queryRunner: QueryRunner): Promise<void> {
      await queryRunner.query(requests);
      await queryRunner.query(states);
      await openRequests(queryRunner, baseUrl);
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      await queryRunner.query(`
        DROP INDEX observations_partner_id_loinc_num_created_at_id_idx;
        ALTER TABLE test_results DROP COLUMN state;
        ALTER TABLE specimens DROP COLUMN updated_at;
        ALTER TABLE diagnostic_tests DROP COLUMN canceled_at, DROP COLUMN patient_updated_at;
        DROP TABLE requisitions, service_request_versions, service_requests;
        DROP SEQUENCE service_request_ids;`);
    }
  };
