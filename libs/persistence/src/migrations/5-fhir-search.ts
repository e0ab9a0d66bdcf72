import {
  type NativeServiceRequest,
  searchedValueOf,
  searchValuesOf,
  searchColumns,
  searchColumnsOf,
  type SearchSetting,
} from '@gateway/core';
import { parseStoredJson } from '@gateway/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const functions = `
-- A moment of the wall clock; of one that came twice, when the clocks went back, the first counts.
CREATE FUNCTION first_moment(wall timestamp, zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT least(wall AT TIME ZONE zone,
  CASE WHEN (wall AT TIME ZONE zone - interval '30 minutes') AT TIME ZONE zone = wall THEN wall AT TIME ZONE zone - interval '30 minutes' END,
  CASE WHEN (wall AT TIME ZONE zone - interval '1 hour') AT TIME ZONE zone = wall THEN wall AT TIME ZONE zone - interval '1 hour' END) $$;

-- Without case and accents, in every script.
CREATE FUNCTION search_folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT upper(lower(regexp_replace(normalize(given, NFKD), U&'[\\0300-\\036F]', '', 'g') COLLATE "und-x-icu")) $$;
`;

const requests = `
ALTER TABLE service_requests
  ADD COLUMN search_tokens text[] NOT NULL DEFAULT '{}',
  ADD COLUMN search_texts jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN authored tstzrange,
  ADD COLUMN occurrence tstzrange,
  ADD COLUMN subject_reference text;
CREATE INDEX ON service_requests USING gin (partner_id, search_tokens);
CREATE INDEX ON service_requests (partner_id, coalesce(lower(authored), '0001-01-01T00:00:00Z'), id);
CREATE INDEX ON service_requests (partner_id, updated_at, id);
CREATE INDEX ON diagnostic_tests (partner_id, patient_updated_at, id);
CREATE INDEX ON specimens (partner_id, collection_date, test_id);
`;

const observations = `
ALTER TABLE observations
  ADD COLUMN value_kind text CHECK (value_kind IN ('absent', 'quantity', 'ratio', 'range', 'concept', 'text')),
  ADD COLUMN value_numbers numrange CHECK ((value_numbers IS NOT NULL) = (value_kind = 'quantity')),
  ADD COLUMN value_unit_code text,
  ADD COLUMN value_concept_code text;
`;

const batchSize = 1000;

async function fillRequests(queryRunner: QueryRunner, setting: SearchSetting): Promise<void> {
  let last = ['00000000-0000-0000-0000-000000000000', '0'];
  for (;;) {
    const rows = (await queryRunner.query(
      `SELECT partner_id, id, content FROM service_requests WHERE (partner_id, id) > ($1, $2) ORDER BY partner_id, id LIMIT ${batchSize}`,
      last,
    )) as readonly { partner_id: string; id: string; content: string }[];
    if (rows.length === 0) return;
    const values = rows.map(({ content }) => JSON.stringify(searchValuesOf(parseStoredJson(content) as NativeServiceRequest, setting)));
    await queryRunner.query(
      `UPDATE service_requests q SET (${searchColumns}) = ROW (${searchColumnsOf('found.search')})
         FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS found (partner_id, id, search)
        WHERE q.partner_id = found.partner_id AND q.id = found.id`,
      [rows.map(({ partner_id: partner }) => partner), rows.map(({ id }) => id), values],
    );
    last = [rows.at(-1)!.partner_id, rows.at(-1)!.id];
  }
}

async function fillObservations(queryRunner: QueryRunner): Promise<void> {
  for (;;) {
    const rows = (await queryRunner.query(
      `SELECT partner_id, id, value, unit FROM observations WHERE value_kind IS NULL LIMIT ${batchSize}`,
    )) as readonly { partner_id: string; id: string; value: string; unit: string | null }[];
    if (rows.length === 0) return;
    const values = rows.map(searchedValueOf);
    await queryRunner.query(
      `UPDATE observations o SET value_kind = found.kind, value_numbers = found.numbers::numrange,
              value_unit_code = found.unit_code, value_concept_code = found.concept_code
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
              AS found (partner_id, id, kind, numbers, unit_code, concept_code)
        WHERE o.partner_id = found.partner_id AND o.id = found.id`,
      [
        rows.map(({ partner_id: partner }) => partner),
        rows.map(({ id }) => id),
        values.map(({ valueKind }) => valueKind),
        values.map(({ valueNumbers }) => valueNumbers),
        values.map(({ valueUnitCode }) => valueUnitCode),
        values.map(({ valueConceptCode }) => valueConceptCode),
      ],
    );
  }
}

/** Columns by which FHIR's search finds requests and values. */
export const fhirSearch5 = (setting: SearchSetting) =>
  class FhirSearch5 implements MigrationInterface {
    readonly name = 'FhirSearch1767225600005';

    async up(queryRunner: QueryRunner): Promise<void> {
      await queryRunner.query('CREATE EXTENSION IF NOT EXISTS btree_gin');
      for (const part of [functions, requests, observations]) await queryRunner.query(part);
      await fillRequests(queryRunner, setting);
      await fillObservations(queryRunner);
      await queryRunner.query('ALTER TABLE observations ALTER COLUMN value_kind SET NOT NULL');
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      await queryRunner.query(`
        ALTER TABLE observations DROP COLUMN value_kind, DROP COLUMN value_numbers, DROP COLUMN value_unit_code, DROP COLUMN value_concept_code;
        DROP INDEX specimens_partner_id_collection_date_test_id_idx, diagnostic_tests_partner_id_patient_updated_at_id_idx,
          service_requests_partner_id_updated_at_id_idx;
        ALTER TABLE service_requests DROP COLUMN search_tokens, DROP COLUMN search_texts, DROP COLUMN authored, DROP COLUMN occurrence,
          DROP COLUMN subject_reference;
        DROP FUNCTION first_moment(timestamp, text);
        DROP FUNCTION search_folded(text);
        DROP EXTENSION btree_gin;`);
    }
  };
