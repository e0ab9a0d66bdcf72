import type { MigrationInterface, QueryRunner } from 'typeorm';

const clients = `
CREATE TABLE smart_clients (
  id uuid PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL UNIQUE CHECK (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$'),
  partner_id uuid NOT NULL REFERENCES partners (id),
  name text NOT NULL,
  keys jsonb NOT NULL CHECK (jsonb_typeof(keys) = 'array' AND NOT jsonb_path_exists(keys, '$[*].d')),
  scopes text[] NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX ON smart_clients (partner_id);
CREATE TABLE smart_assertions (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX ON smart_assertions (expires_at);
ALTER TABLE access_tokens
  ADD COLUMN client_id uuid REFERENCES smart_clients (id) ON DELETE CASCADE,
  ADD COLUMN smart_scopes text[],
  ADD CONSTRAINT access_tokens_client_check CHECK (
    (client_id IS NULL) = (smart_scopes IS NULL) AND (client_id IS NULL OR (partner_id IS NOT NULL AND expires_at IS NOT NULL))
  );
CREATE INDEX ON access_tokens (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX ON access_tokens (expires_at) WHERE client_id IS NOT NULL;
`;

/** Clients of SMART Backend Services, their tokens, and the assertions that they have used. */
export class SmartClients4 implements MigrationInterface {
  readonly name = 'SmartClients1767225600004';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(clients);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Without these columns nothing would limit what the tokens of clients may do.
    await queryRunner.query(`
      DELETE FROM access_tokens WHERE client_id IS NOT NULL;
      ALTER TABLE access_tokens DROP COLUMN client_id, DROP COLUMN smart_scopes;
      DROP TABLE smart_assertions, smart_clients;`);
  }
}
