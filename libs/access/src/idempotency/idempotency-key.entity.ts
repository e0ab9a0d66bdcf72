import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The stored answer to a request with an `Idempotency-Key`. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  /** The partner, or the token of the operating side. */
  @PrimaryColumn('uuid')
  ownerId!: string;

  /** SHA-256 of operation and key. */
  @PrimaryColumn('bytea')
  digest!: Buffer;

  /** SHA-256 of what the body says. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('smallint')
  status!: number;

  @Column('jsonb')
  headers!: Record<string, string>;

  /** Sealed with the client's key. */
  @Column('bytea')
  body!: Buffer;

  @Column({ type: 'timestamp with time zone', precision: 3 })
  createdAt!: Date;
}
