import type { RateLimit } from '@gateway/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from './scopes';

/** A bearer token; the secret itself is not stored, only its SHA-256. */
@Entity('access_tokens')
export class AccessToken {
  @PrimaryColumn('uuid')
  id!: string;

  /** Null for the operating side. */
  @Column({ type: 'uuid', nullable: true })
  partnerId!: string | null;

  /** The laboratory that delivers with this token; null where the token is of no laboratory. */
  @Column({ type: 'text', nullable: true })
  laboratory!: string | null;

  @Column('text')
  name!: string;

  @Column('bytea')
  digest!: Buffer;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** Null for the default of its side. */
  @Column({ type: 'jsonb', nullable: true })
  rateLimit!: RateLimit | null;

  /** The client of SMART Backend Services that got it; null for a token that was made by hand. */
  @Column({ type: 'uuid', nullable: true })
  clientId!: string | null;

  /** What such a client was granted; with its token alone. */
  @Column({ type: 'text', array: true, nullable: true })
  smartScopes!: readonly string[] | null;

  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamp with time zone', precision: 3, nullable: true })
  revokedAt!: Date | null;

  @Column({ type: 'timestamp with time zone', precision: 3 })
  createdAt!: Date;
}
