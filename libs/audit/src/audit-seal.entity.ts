import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One link of a partner's hash chain: it closes over some events and over the link before. Written once, never changed. */
@Entity('audit_seals')
export class AuditSeal {
  @PrimaryColumn('uuid')
  chain!: string;

  /** From 1, without gaps. */
  @PrimaryColumn('bigint')
  sequence!: string;

  @Column({ type: 'uuid', array: true })
  eventIds!: readonly string[];

  /** The SHA-256 of each event, one after the other, in the order of `eventIds`. */
  @Column('bytea')
  eventDigests!: Buffer;

  @Column('bytea')
  previousHash!: Buffer;

  @Column('bytea')
  hash!: Buffer;

  @Column({ type: 'timestamp with time zone', precision: 3 })
  recordedAt!: Date;
}

/** The last link of a chain; whoever adds one locks it, so that chains never fork. */
@Entity('audit_chains')
export class AuditChain {
  @PrimaryColumn('uuid')
  chain!: string;

  @Column('bigint')
  sequence!: string;

  @Column('bytea')
  hash!: Buffer;
}

/** An event that was written within its own transaction and waits for its seal. */
@Entity('audit_unsealed')
export class UnsealedEvent {
  @PrimaryColumn('uuid')
  chain!: string;

  @PrimaryColumn('uuid')
  eventId!: string;

  /** SHA-256 of the event as it was written. */
  @Column('bytea')
  digest!: Buffer;
}
