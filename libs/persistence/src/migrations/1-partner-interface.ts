import type { MigrationInterface, QueryRunner } from 'typeorm';

const functions = `
CREATE FUNCTION iso_utc(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Immutable in fact: the format holds nothing that depends on the session, and every argument is text, jsonb or a moment.
CREATE FUNCTION shipment_tracking(provider text, created_at timestamptz, updated_at timestamptz, tracking_code text, url text,
                                  shipment_status text, provider_status jsonb)
RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT jsonb_build_object('provider', provider, 'createdAt', iso_utc(created_at), 'updatedAt', iso_utc(updated_at),
  'trackingCode', tracking_code, 'url', url, 'shipmentStatus', shipment_status, 'providerStatus', provider_status) $$;
`;

const access = `
CREATE TABLE partners (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+([-_.][a-z0-9]+)*$' AND length(slug) <= 64),
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE TABLE access_tokens (
  id uuid PRIMARY KEY,
  partner_id uuid REFERENCES partners (id),
  laboratory text,
  name text NOT NULL,
  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
  scopes text[] NOT NULL,
  rate_limit jsonb,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX ON access_tokens (partner_id);
CREATE TABLE idempotency_keys (
  owner_id uuid NOT NULL,
  digest bytea NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL CHECK (status BETWEEN 200 AND 499),
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, digest)
);
CREATE INDEX ON idempotency_keys (created_at);
`;

const orders = `
CREATE TABLE diagnostic_products (
  id uuid PRIMARY KEY,
  canonical_id text COLLATE "C" NOT NULL UNIQUE CHECK (canonical_id ~ '^[a-z0-9]+([-_.][a-z0-9]+)*$' AND length(canonical_id) <= 64),
  name jsonb NOT NULL CHECK (name ? 'en'),
  description jsonb CHECK (description ? 'en'),
  sample_type text,
  loinc_nums text[] NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE TABLE diagnostic_orders (
  partner_id uuid NOT NULL REFERENCES partners (id),
  id uuid NOT NULL,
  shipping_address jsonb NOT NULL CHECK (shipping_address ?& ARRAY['id', 'address1', 'zip', 'city', 'countryCode', 'firstName', 'lastName']),
  metadata text,
  metadata_document jsonb GENERATED ALWAYS AS (metadata::jsonb) STORED CHECK (jsonb_typeof(metadata_document) = 'object'),
  shipped_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX ON diagnostic_orders (id);
CREATE INDEX ON diagnostic_orders (partner_id, created_at, id);
CREATE INDEX ON diagnostic_orders USING gin (metadata_document jsonb_path_ops);
CREATE INDEX ON diagnostic_orders USING gin (shipping_address jsonb_path_ops);
CREATE TABLE diagnostic_tests (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  product_id uuid NOT NULL REFERENCES diagnostic_products (id),
  position integer NOT NULL CHECK (position >= 0),
  patient_email text NOT NULL,
  patient_first_name text,
  patient_last_name text,
  patient_gender text NOT NULL CHECK (patient_gender IN ('M', 'F', 'D', 'X')),
  patient_date_of_birth date CHECK (patient_date_of_birth >= '1900-01-01'),
  patient_health_insurance jsonb,
  activated_at timestamptz(3),
  lab_intake_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, order_id, position),
  FOREIGN KEY (partner_id, order_id) REFERENCES diagnostic_orders (partner_id, id)
);
CREATE INDEX ON diagnostic_tests (id);
CREATE INDEX ON diagnostic_tests (partner_id, created_at, id);
CREATE INDEX ON diagnostic_tests (partner_id, product_id, created_at, id);
CREATE TABLE specimens (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  test_id uuid NOT NULL,
  specimen_code text NOT NULL CHECK (length(specimen_code) BETWEEN 1 AND 255),
  collection_date date,
  collection_time time(0),
  menstrual_phase text CHECK (menstrual_phase IN ('follikel', 'ovulation', 'luteal', 'menopause')),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, test_id, specimen_code),
  FOREIGN KEY (partner_id, test_id) REFERENCES diagnostic_tests (partner_id, id)
);
CREATE INDEX ON specimens (specimen_code);
CREATE TABLE shipments (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid,
  test_id uuid,
  provider text NOT NULL,
  tracking_code text CHECK (length(tracking_code) <= 255),
  url text,
  url_generated boolean NOT NULL,
  shipment_status text CHECK (shipment_status IN ('confirmed', 'in_transit', 'out_for_delivery', 'delivered', 'failure', 'undeliverable',
                                                  'returned_to_sender', 'available_for_collection')),
  provider_status jsonb CHECK (provider_status ?& ARRAY['terminalStatus', 'name', 'value']),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  tracking jsonb GENERATED ALWAYS AS
    (shipment_tracking(provider, created_at, updated_at, tracking_code, url, shipment_status, provider_status)) STORED,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, order_id),
  UNIQUE (partner_id, test_id),
  CHECK (num_nonnulls(order_id, test_id) = 1),
  FOREIGN KEY (partner_id, order_id) REFERENCES diagnostic_orders (partner_id, id),
  FOREIGN KEY (partner_id, test_id) REFERENCES diagnostic_tests (partner_id, id)
);
CREATE INDEX ON shipments (tracking_code);
CREATE INDEX ON shipments USING gin (tracking jsonb_path_ops);
`;

const results = `
CREATE TABLE test_results (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  test_id uuid NOT NULL,
  laboratory text NOT NULL,
  lab_notes text[],
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, test_id) REFERENCES diagnostic_tests (partner_id, id)
);
CREATE INDEX ON test_results (id);
CREATE INDEX ON test_results (partner_id, created_at, id);
CREATE INDEX ON test_results (partner_id, test_id, created_at, id);
CREATE TABLE observations (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  result_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  loinc_num text COLLATE "C" NOT NULL CHECK (length(loinc_num) BETWEEN 1 AND 64),
  value text NOT NULL,
  unit text,
  reference_range text CHECK (jsonb_typeof(reference_range::jsonb -> 'intervals') = 'array'),
  interpretation text,
  lab_notes text[],
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, result_id, position),
  FOREIGN KEY (partner_id, result_id) REFERENCES test_results (partner_id, id)
);
CREATE INDEX ON observations (partner_id, created_at, id);
CREATE INDEX ON observations (partner_id, loinc_num, id);
CREATE TABLE documents (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  result_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  original_file_name text NOT NULL,
  mime_type text NOT NULL,
  size integer NOT NULL CHECK (size = length(content)),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, result_id, position),
  FOREIGN KEY (partner_id, result_id) REFERENCES test_results (partner_id, id)
);
-- Uncompressed, so that a range of a document is read without the rest.
ALTER TABLE documents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE laboratory_deliveries (
  laboratory text NOT NULL,
  external_id text NOT NULL,
  partner_id uuid NOT NULL,
  result_id uuid NOT NULL,
  PRIMARY KEY (laboratory, external_id),
  FOREIGN KEY (partner_id, result_id) REFERENCES test_results (partner_id, id) DEFERRABLE INITIALLY DEFERRED
);
`;

export class PartnerInterface1 implements MigrationInterface {
  readonly name = 'PartnerInterface1767225600001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of [functions, access, orders, results]) await queryRunner.query(part);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE laboratory_deliveries, documents, observations, test_results, shipments, specimens, diagnostic_tests, diagnostic_orders,
                 diagnostic_products, idempotency_keys, access_tokens, partners;
      DROP FUNCTION shipment_tracking(text, timestamptz, timestamptz, text, text, text, jsonb);
      DROP FUNCTION iso_utc(timestamptz);`);
  }
}
