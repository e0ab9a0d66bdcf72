import type { MigrationInterface, QueryRunner } from 'typeorm';

const trail = `
CREATE TABLE audit_events (
  chain uuid NOT NULL,
  id uuid NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  token_id uuid NOT NULL,
  client_id uuid,
  operation text NOT NULL,
  scope text NOT NULL,
  action text NOT NULL CHECK (action IN ('create', 'read', 'search', 'update', 'delete', 'execute')),
  method text NOT NULL,
  records text[] NOT NULL,
  status smallint NOT NULL CHECK (status BETWEEN 100 AND 599),
  request_id text NOT NULL,
  address text,
  PRIMARY KEY (chain, id)
);
CREATE INDEX ON audit_events (recorded_at, id);
CREATE INDEX ON audit_events (chain, recorded_at, id);
CREATE INDEX ON audit_events (token_id, recorded_at, id);
CREATE INDEX ON audit_events (recorded_at, id) WHERE status >= 400;
CREATE INDEX ON audit_events USING gin (records);
CREATE INDEX ON audit_events USING brin (request_id text_bloom_ops, address text_bloom_ops) WITH (autosummarize = on, pages_per_range = 32);

CREATE TABLE audit_seals (
  chain uuid NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  event_ids uuid[] NOT NULL CHECK (cardinality(event_ids) > 0),
  event_digests bytea NOT NULL CHECK (length(event_digests) = 32 * cardinality(event_ids)),
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  recorded_at timestamptz(3) NOT NULL,
  PRIMARY KEY (chain, sequence)
);
-- Digests do not compress.
ALTER TABLE audit_seals ALTER COLUMN event_digests SET STORAGE EXTERNAL;
CREATE INDEX ON audit_seals (chain, recorded_at);

CREATE TABLE audit_chains (
  chain uuid PRIMARY KEY,
  sequence bigint NOT NULL CHECK (sequence >= 0),
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE TABLE audit_unsealed (
  chain uuid NOT NULL,
  event_id uuid NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (chain, event_id)
);
`;

/** For who may do anything, such as the embedded server's superuser, the trigger; for everybody else the rights as well. */
const appendOnly = `
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION '% can only be added to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege'; END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_events, audit_seals FROM PUBLIC, CURRENT_USER;
`;

/** Who did what to which records, and the hash chains that show when one of these is removed. */
export class AuditTrail7 implements MigrationInterface {
  readonly name = 'AuditTrail1767225600007';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(trail);
    await queryRunner.query(appendOnly);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE audit_unsealed, audit_chains, audit_seals, audit_events;
      DROP FUNCTION refuse_change();`);
  }
}
