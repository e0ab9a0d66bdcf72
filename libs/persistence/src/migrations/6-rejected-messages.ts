import type { MigrationInterface, QueryRunner } from 'typeorm';

const rejectedMessages = `
CREATE TABLE rejected_messages (
  id uuid PRIMARY KEY,
  laboratory text NOT NULL,
  control_id text,
  code text NOT NULL CHECK (code IN ('AE', 'AR')),
  errors jsonb NOT NULL CHECK (jsonb_typeof(errors) = 'array'),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  content bytea NOT NULL,
  charset text NOT NULL,
  attempts integer NOT NULL CHECK (attempts > 0),
  created_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  UNIQUE (laboratory, digest)
);
CREATE INDEX ON rejected_messages (laboratory, created_at, id);
CREATE INDEX ON rejected_messages (laboratory, control_id);
`;

/** Messages of laboratories that could not be applied. */
export class RejectedMessages6 implements MigrationInterface {
  readonly name = 'RejectedMessages1767225600006';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(rejectedMessages);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE rejected_messages');
  }
}
