import type { MigrationInterface, QueryRunner } from 'typeorm';

const requests = `
-- What the texts of a request begin with, each behind the name of its parameter. A text search vector has no room for very many texts:
-- a request with those is among what every search looks at. Each request has one of 128 marks besides: PostgreSQL tells how many texts begin
-- in some way, and so whether to ask the index, only where it knows a hundred lexemes.
CREATE FUNCTION search_begun(request bigint, texts jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
RETURN (
  SELECT array_to_tsvector(ARRAY[chr(31) || request % 128] || CASE WHEN sum(octet_length(lexeme)) > 500000 THEN '{*}' ELSE array_agg(lexeme) END)
    FROM (SELECT parameter || chr(31) || search_key(word) AS lexeme
            FROM (SELECT DISTINCT parameter, word
                    FROM jsonb_each(texts) AS of_parameter (parameter, words), jsonb_array_elements_text(words) AS word) AS given) AS found);
CREATE INDEX service_requests_texts ON service_requests USING gin (partner_id, search_begun(id, search_texts));

-- Requests that lack what nearly all have. The names are those of presence tokens.
CREATE INDEX service_requests_lacking ON service_requests (partner_id, id)
  WHERE NOT search_tokens @> '{code,identifier,intent,patient,requisition,subject}'::text[];

-- In the order of code points, in which searches sort.
DROP INDEX service_requests_partner_id_status_created_at_id_idx;
CREATE INDEX service_requests_partner_id_status_created_at_id_idx ON service_requests (partner_id, status COLLATE "C", created_at, id);
`;

const numbers = `
-- The number of a value; of one without end on one side, its end on the other.
CREATE FUNCTION number_bound(numbers numrange) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(lower(numbers), upper(numbers));

-- On which side it is without end: 1 above, -1 below; null for most.
CREATE FUNCTION number_side(numbers numrange) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN upper_inf(numbers) THEN 1 WHEN lower_inf(numbers) THEN -1 END;

CREATE INDEX observations_numbers ON observations (partner_id, number_bound(value_numbers));
CREATE INDEX observations_unbounded ON observations (partner_id, number_side(value_numbers), id) WHERE number_side(value_numbers) IS NOT NULL;
`;

const words = `
-- A value that is shown as text, folded; null for others.
CREATE FUNCTION search_words(kind text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN kind IN ('text', 'concept') THEN search_folded(search_shown(value)) END;

CREATE INDEX observations_words ON observations USING gin (partner_id, (search_words(value_kind, value)) COLLATE "C" gin_trgm_ops)
  WHERE search_words(value_kind, value) IS NOT NULL;
`;

/** PostgreSQL estimates nothing by a partial index. */
const estimates = `
CREATE STATISTICS observations_searched ON (number_side(value_numbers)), (search_words(value_kind, value)) FROM observations;
`;

/** What other tables say of a record, kept beside it. */
const kept = `
ALTER TABLE diagnostic_tests ADD COLUMN has_result boolean;
ALTER TABLE test_results ADD COLUMN is_empty boolean;
ALTER TABLE specimens ADD COLUMN changed_at timestamptz(3);

UPDATE diagnostic_tests t SET has_result = TRUE WHERE EXISTS (SELECT FROM test_results r WHERE r.partner_id = t.partner_id AND r.test_id = t.id);
UPDATE test_results r SET is_empty = TRUE
 WHERE NOT EXISTS (SELECT FROM observations o WHERE o.partner_id = r.partner_id AND o.result_id = r.id);
ALTER TABLE specimens DISABLE TRIGGER note_updated;
UPDATE specimens s SET changed_at = greatest(s.updated_at, t.lab_intake_at) FROM diagnostic_tests t
 WHERE t.partner_id = s.partner_id AND t.id = s.test_id;
ALTER TABLE specimens ENABLE TRIGGER note_updated;

CREATE FUNCTION note_result_of_test() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE diagnostic_tests SET has_result = TRUE WHERE partner_id = NEW.partner_id AND id = NEW.test_id AND has_result IS NOT TRUE;
  RETURN NULL;
END $$;
CREATE TRIGGER note_result AFTER INSERT ON test_results FOR EACH ROW EXECUTE FUNCTION note_result_of_test();

-- Observations come after their result: when all is done, it is seen whether any came.
CREATE FUNCTION note_empty_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM observations WHERE partner_id = NEW.partner_id AND result_id = NEW.id) THEN
    UPDATE test_results SET is_empty = TRUE WHERE partner_id = NEW.partner_id AND id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER note_emptiness AFTER INSERT ON test_results DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_empty_result();

-- Whoever adds specimens or notes the intake holds the lock of the test, so that neither misses what the other does.
CREATE FUNCTION note_change_of_specimen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := greatest(NEW.updated_at, (SELECT lab_intake_at FROM diagnostic_tests WHERE partner_id = NEW.partner_id AND id = NEW.test_id));
  RETURN NEW;
END $$;
CREATE TRIGGER note_change BEFORE INSERT OR UPDATE ON specimens FOR EACH ROW EXECUTE FUNCTION note_change_of_specimen();

CREATE FUNCTION note_intake_of_specimens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE specimens SET changed_at = greatest(updated_at, NEW.lab_intake_at) WHERE partner_id = NEW.partner_id AND test_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_intake AFTER UPDATE OF lab_intake_at ON diagnostic_tests FOR EACH ROW
  WHEN (OLD.lab_intake_at IS DISTINCT FROM NEW.lab_intake_at) EXECUTE FUNCTION note_intake_of_specimens();

CREATE INDEX test_results_empty ON test_results (partner_id, id) WHERE is_empty;
CREATE INDEX specimens_changed ON specimens (partner_id, changed_at, id);
`;

const missing = `
CREATE INDEX diagnostic_tests_under_way ON diagnostic_tests (partner_id, created_at, id)
  WHERE activated_at IS NULL OR lab_intake_at IS NULL OR has_result IS NOT TRUE;
CREATE INDEX diagnostic_tests_without_name ON diagnostic_tests (partner_id, id)
  WHERE coalesce(patient_last_name, '') !~ '\\S' OR coalesce(patient_first_name, '') !~ '\\S';
CREATE INDEX observations_without_interpretation ON observations (partner_id, created_at, id) WHERE interpretation IS NULL;
`;

/** Indexes for what few or no records have, so that a search for it does not pass over all others. */
export class SearchOfValues9 implements MigrationInterface {
  readonly name = 'SearchOfValues1767225600009';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of [requests, numbers, words, estimates, kept, missing]) await queryRunner.query(part);
    await queryRunner.query('ANALYZE observations, service_requests, diagnostic_tests, specimens, test_results');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX observations_without_interpretation, diagnostic_tests_without_name, diagnostic_tests_under_way, observations_words, observations_unbounded,
        observations_numbers, service_requests_lacking, service_requests_texts, service_requests_partner_id_status_created_at_id_idx;
      CREATE INDEX service_requests_partner_id_status_created_at_id_idx ON service_requests (partner_id, status, created_at, id);
      DROP TRIGGER note_intake ON diagnostic_tests;
      DROP TRIGGER note_change ON specimens;
      DROP TRIGGER note_emptiness ON test_results;
      DROP TRIGGER note_result ON test_results;
      DROP FUNCTION note_intake_of_specimens();
      DROP FUNCTION note_change_of_specimen();
      DROP FUNCTION note_empty_result();
      DROP FUNCTION note_result_of_test();
      ALTER TABLE specimens DROP COLUMN changed_at;
      ALTER TABLE test_results DROP COLUMN is_empty;
      ALTER TABLE diagnostic_tests DROP COLUMN has_result;
      DROP STATISTICS observations_searched;
      DROP FUNCTION search_words(text, text);
      DROP FUNCTION number_side(numrange);
      DROP FUNCTION number_bound(numrange);
      DROP FUNCTION search_begun(bigint, jsonb);`);
  }
}
