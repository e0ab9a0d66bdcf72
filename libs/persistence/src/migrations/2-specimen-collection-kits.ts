import type { MigrationInterface, QueryRunner } from 'typeorm';

const kits = `
CREATE TABLE kit_products (
  id uuid PRIMARY KEY,
  canonical_id text COLLATE "C" NOT NULL UNIQUE CHECK (canonical_id ~ '^[a-z0-9]+([-_.][a-z0-9]+)*$' AND length(canonical_id) <= 64),
  name jsonb NOT NULL CHECK (name ? 'en'),
  description jsonb CHECK (description ? 'en'),
  sample_type text,
  active boolean NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE TABLE kit_orders (
  partner_id uuid NOT NULL REFERENCES partners (id),
  id uuid NOT NULL,
  contact jsonb NOT NULL CHECK (contact ?& ARRAY['firstName', 'lastName', 'email']),
  shipping_address jsonb NOT NULL CHECK (shipping_address ?& ARRAY['id', 'address1', 'zip', 'city', 'countryCode', 'firstName', 'lastName']),
  metadata text,
  metadata_document jsonb GENERATED ALWAYS AS (metadata::jsonb) STORED CHECK (jsonb_typeof(metadata_document) = 'object'),
  status text NOT NULL CHECK (status IN ('new', 'fulfilled', 'canceled')),
  shipped_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  CHECK ((status = 'fulfilled') = (shipped_at IS NOT NULL))
);
CREATE INDEX ON kit_orders (id);
CREATE INDEX ON kit_orders (partner_id, created_at, id);
CREATE INDEX ON kit_orders USING gin (metadata_document jsonb_path_ops);
CREATE INDEX ON kit_orders USING gin (contact jsonb_path_ops);
CREATE INDEX ON kit_orders USING gin (shipping_address jsonb_path_ops);
CREATE TABLE kits (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  product_id uuid NOT NULL REFERENCES kit_products (id),
  position integer NOT NULL CHECK (position >= 0),
  kit_code text CHECK (length(kit_code) BETWEEN 1 AND 255),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, order_id, position),
  UNIQUE (partner_id, kit_code),
  FOREIGN KEY (partner_id, order_id) REFERENCES kit_orders (partner_id, id)
);
CREATE INDEX ON kits (partner_id, created_at, id);
CREATE INDEX ON kits (partner_id, product_id, created_at, id);
CREATE TABLE kit_codes (
  kit_code text PRIMARY KEY,
  partner_id uuid NOT NULL,
  kit_id uuid NOT NULL,
  UNIQUE (partner_id, kit_id),
  FOREIGN KEY (partner_id, kit_id) REFERENCES kits (partner_id, id)
);
ALTER TABLE shipments
  ADD COLUMN kit_order_id uuid,
  ADD UNIQUE (partner_id, kit_order_id),
  ADD FOREIGN KEY (partner_id, kit_order_id) REFERENCES kit_orders (partner_id, id),
  DROP CONSTRAINT shipments_check,
  ADD CONSTRAINT shipments_check CHECK (num_nonnulls(order_id, test_id, kit_order_id) = 1);
`;

/** Where a case-insensitive search inside a JSON document can begin: the folded text of the whole document. */
const searchedDocuments = [
  ['diagnostic_orders', 'metadata_document'],
  ['diagnostic_orders', 'shipping_address'],
  ['kit_orders', 'metadata_document'],
  ['kit_orders', 'contact'],
  ['kit_orders', 'shipping_address'],
  ['shipments', 'tracking'],
] as const;

const searchIndexName = ([table, column]: (typeof searchedDocuments)[number]): string => `${table}_${column}_search`;

export class SpecimenCollectionKits2 implements MigrationInterface {
  readonly name = 'SpecimenCollectionKits1767225600002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await queryRunner.query(kits);
    for (const searched of searchedDocuments) {
      const [table, column] = searched;
      await queryRunner.query(
        `CREATE INDEX ${searchIndexName(searched)} ON ${table}
          USING gin (translate(upper(lower(${column}::text COLLATE "und-x-icu")), U&'\\0307', '') gin_trgm_ops)`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const searched of searchedDocuments) await queryRunner.query(`DROP INDEX ${searchIndexName(searched)}`);
    await queryRunner.query(`
      DELETE FROM shipments WHERE kit_order_id IS NOT NULL;
      ALTER TABLE shipments DROP CONSTRAINT shipments_check, DROP COLUMN kit_order_id,
        ADD CONSTRAINT shipments_check CHECK (num_nonnulls(order_id, test_id) = 1);
      DROP TABLE kit_codes, kits, kit_orders, kit_products;
      DROP EXTENSION pg_trgm;`);
  }
}
