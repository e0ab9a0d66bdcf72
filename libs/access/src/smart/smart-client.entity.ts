import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PublicJwk } from './public-key';

/** A program of a partner that gets its tokens by itself (SMART Backend Services). */
@Entity('smart_clients')
export class SmartClient {
  @PrimaryColumn('uuid')
  id!: string;

  /** What the client calls itself; unique over the service. */
  @Column('text')
  clientId!: string;

  @Column('uuid')
  partnerId!: string;

  @Column('text')
  name!: string;

  /** The public keys of its JWK Set. */
  @Column('jsonb')
  keys!: readonly PublicJwk[];

  /** What it may ask for, as SMART writes it. */
  @Column('text', { array: true })
  scopes!: readonly string[];

  /** Counts the changes of what it may do or how it proves itself. */
  @Column('integer')
  version!: number;

  @Column({ type: 'timestamp with time zone', precision: 3 })
  createdAt!: Date;
}

/** An assertion that was used, remembered until it has expired (RFC 7523 section 3, item 7). */
@Entity('smart_assertions')
export class SmartAssertion {
  /** SHA-256 of client and `jti`. */
  @PrimaryColumn('bytea')
  digest!: Buffer;

  @Column({ type: 'timestamp with time zone', precision: 3 })
  expiresAt!: Date;
}
