import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When what was examined left the patient, by the wall clock: of the newest specimen that has a date. Kept beside what is searched. */
const collection = `
-- A day, or a second of it.
CREATE FUNCTION collection_span(day date, at time) RETURNS tsrange LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN day IS NULL THEN NULL WHEN at IS NULL THEN tsrange(day::timestamp, (day + 1)::timestamp)
                  ELSE tsrange(day + at, day + at + interval '1 second') END;

ALTER TABLE test_results ADD COLUMN collected tsrange, ADD COLUMN specimen_id uuid;
ALTER TABLE observations ADD COLUMN collected tsrange;

UPDATE test_results r SET collected = collection_span(newest.collection_date, newest.collection_time), specimen_id = newest.id
  FROM (SELECT DISTINCT ON (s.partner_id, s.test_id) s.* FROM specimens s
         ORDER BY s.partner_id, s.test_id, (s.collection_date IS NOT NULL) DESC, s.created_at DESC, s.id DESC) newest
 WHERE newest.partner_id = r.partner_id AND newest.test_id = r.test_id;
UPDATE observations o SET collected = r.collected FROM test_results r
 WHERE r.partner_id = o.partner_id AND r.id = o.result_id AND r.collected IS NOT NULL;

CREATE FUNCTION note_specimen_of_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT collection_span(s.collection_date, s.collection_time), s.id INTO NEW.collected, NEW.specimen_id FROM specimens s
   WHERE s.partner_id = NEW.partner_id AND s.test_id = NEW.test_id
   ORDER BY (s.collection_date IS NOT NULL) DESC, s.created_at DESC, s.id DESC LIMIT 1;
  RETURN NEW;
END $$;
CREATE TRIGGER note_specimen BEFORE INSERT ON test_results FOR EACH ROW EXECUTE FUNCTION note_specimen_of_result();

CREATE FUNCTION note_collection_of_observation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT r.collected INTO NEW.collected FROM test_results r WHERE r.partner_id = NEW.partner_id AND r.id = NEW.result_id;
  RETURN NEW;
END $$;
CREATE TRIGGER note_collection BEFORE INSERT ON observations FOR EACH ROW EXECUTE FUNCTION note_collection_of_observation();

-- Whoever changes specimens or adds results holds the lock of the test, so that neither misses what the other does.
CREATE FUNCTION note_changed_specimens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH newest AS (
    SELECT r.partner_id, r.id, found.collected, found.specimen_id
      FROM test_results r
      LEFT JOIN LATERAL (
        SELECT collection_span(s.collection_date, s.collection_time) AS collected, s.id AS specimen_id FROM specimens s
         WHERE s.partner_id = r.partner_id AND s.test_id = r.test_id
         ORDER BY (s.collection_date IS NOT NULL) DESC, s.created_at DESC, s.id DESC LIMIT 1) found ON TRUE
     WHERE (r.partner_id, r.test_id) IN (SELECT c.partner_id, c.test_id FROM changed c)
       AND (r.collected, r.specimen_id) IS DISTINCT FROM (found.collected, found.specimen_id)),
  results AS (
    UPDATE test_results r SET collected = n.collected, specimen_id = n.specimen_id FROM newest n
     WHERE r.partner_id = n.partner_id AND r.id = n.id)
  UPDATE observations o SET collected = n.collected FROM newest n
   WHERE o.partner_id = n.partner_id AND o.result_id = n.id AND o.collected IS DISTINCT FROM n.collected;
  RETURN NULL;
END $$;
CREATE TRIGGER note_added AFTER INSERT ON specimens REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_specimens();
CREATE TRIGGER note_updated AFTER UPDATE ON specimens REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_specimens();
CREATE TRIGGER note_removed AFTER DELETE ON specimens REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_specimens();
`;

const earliest = `'0001-01-01T00:00:00Z'::timestamptz`;

/** Where a stretch of time begins, as searches compare and sort it. */
const collectedKey = `coalesce(lower(collected) AT TIME ZONE 'UTC', ${earliest})`;

const collectionIndexes = `
CREATE INDEX observations_collected ON observations (partner_id, (${collectedKey}), id);
CREATE INDEX observations_code_collected ON observations (partner_id, loinc_num, (${collectedKey}), id);
CREATE INDEX test_results_collected ON test_results (partner_id, (${collectedKey}), id);
CREATE INDEX test_results_state ON test_results (partner_id, state COLLATE "C", id);
CREATE INDEX test_results_specimen ON test_results (partner_id, specimen_id, id);
CREATE INDEX test_results_without_laboratory ON test_results (partner_id, id) WHERE laboratory !~ '\\S';
CREATE INDEX specimens_collected ON specimens
  (partner_id, (coalesce((collection_date + coalesce(collection_time, time '00:00')) AT TIME ZONE 'UTC', ${earliest})), id);
`;

/** Control characters that no FHIR text holds, and the pictures that resources show instead. */
const controls = Array.from({ length: 31 }, (_, index) => index + 1).filter((code) => ![9, 10, 13].includes(code));

const literal = (codes: readonly number[]): string => `U&'${codes.map((code) => `\\${code.toString(16).padStart(4, '0')}`).join('')}'`;

const names = `
-- As resources show it.
CREATE FUNCTION search_shown(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN translate(given, ${literal(controls)}, ${literal(controls.map((code) => 0x2400 + code))});

-- Its beginning, as it is compared and sorted: folding can make a text longer than an index takes.
CREATE FUNCTION search_key(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(search_folded(search_shown(coalesce(given, ''))), 120);

CREATE INDEX diagnostic_tests_last_name ON diagnostic_tests (partner_id, (search_key(patient_last_name)) COLLATE "C", id);
CREATE INDEX diagnostic_tests_first_name ON diagnostic_tests (partner_id, (search_key(patient_first_name)) COLLATE "C", id);
CREATE INDEX diagnostic_tests_in_names ON diagnostic_tests USING gin
  (partner_id, (search_folded(search_shown(patient_last_name)) COLLATE "C") gin_trgm_ops,
   (search_folded(search_shown(patient_first_name)) COLLATE "C") gin_trgm_ops);
CREATE INDEX diagnostic_tests_birth ON diagnostic_tests
  (partner_id, (coalesce(patient_date_of_birth::timestamp AT TIME ZONE 'UTC', ${earliest})), id);
CREATE INDEX diagnostic_tests_email ON diagnostic_tests (partner_id, left(lower(patient_email), 120), id);
CREATE INDEX diagnostic_tests_gender ON diagnostic_tests (partner_id, patient_gender, id);
`;

const requests = `
CREATE INDEX service_requests_occurrence ON service_requests (partner_id, (coalesce(lower(occurrence), ${earliest})), id);
CREATE INDEX service_requests_occurring ON service_requests USING gist (partner_id, occurrence);
CREATE INDEX service_requests_encounter ON service_requests (partner_id, json_typeof(echo -> 'encounter'), test_id);
CREATE INDEX service_requests_of_others ON service_requests (partner_id, test_id)
  WHERE subject_reference IS NOT NULL AND NOT search_tokens && '{patient}'::text[];
`;

const values = `
CREATE INDEX observations_absent ON observations (partner_id, id) WHERE value_kind = 'absent';
CREATE INDEX observations_concept ON observations (partner_id, value_concept_code, id) WHERE value_concept_code IS NOT NULL;
`;

/** Indexes of what searches look for and sort by, so that their cost does not grow with the records. */
export class SearchAtScale8 implements MigrationInterface {
  readonly name = 'SearchAtScale1767225600008';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE EXTENSION IF NOT EXISTS btree_gist');
    for (const part of [collection, collectionIndexes, names, requests, values]) await queryRunner.query(part);
    // Planning with what the indexes hold needs statistics of it.
    await queryRunner.query('ANALYZE observations, test_results, specimens, diagnostic_tests, service_requests');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX observations_absent, observations_concept, service_requests_occurrence, service_requests_occurring,
        service_requests_encounter, service_requests_of_others, diagnostic_tests_last_name, diagnostic_tests_first_name,
        diagnostic_tests_in_names, diagnostic_tests_birth, diagnostic_tests_email, diagnostic_tests_gender, specimens_collected,
        test_results_state, test_results_specimen, test_results_without_laboratory, test_results_collected,
        observations_collected, observations_code_collected;
      DROP FUNCTION search_key(text);
      DROP FUNCTION search_shown(text);
      DROP TRIGGER note_added ON specimens;
      DROP TRIGGER note_updated ON specimens;
      DROP TRIGGER note_removed ON specimens;
      DROP TRIGGER note_specimen ON test_results;
      DROP TRIGGER note_collection ON observations;
      DROP FUNCTION note_changed_specimens();
      DROP FUNCTION note_specimen_of_result();
      DROP FUNCTION note_collection_of_observation();
      ALTER TABLE observations DROP COLUMN collected;
      ALTER TABLE test_results DROP COLUMN collected, DROP COLUMN specimen_id;
      DROP FUNCTION collection_span(date, time);
      DROP EXTENSION btree_gist;`);
  }
}
