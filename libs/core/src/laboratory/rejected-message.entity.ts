import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment, momentOrNull, textOrNull } from '../columns';

/** A message of a laboratory that could not be applied, as it came. Whose patient it is about is not known: it belongs to no partner. */
@Entity('rejected_messages')
export class RejectedMessage {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  laboratory!: string;

  /** The laboratory's own name of the message. */
  @Column(textOrNull)
  controlId!: string | null;

  /** What it was acknowledged with: AE or AR. */
  @Column('text')
  code!: 'AE' | 'AR';

  /** What is wrong and where, as its door tells it, without language. */
  @Column('jsonb')
  errors!: readonly object[];

  /** SHA-256 of the content; the same message is kept once. */
  @Column('bytea')
  digest!: Buffer;

  @Column('bytea', { select: false })
  content!: Buffer;

  /** Of the media type with which it came; empty without one. */
  @Column('text')
  charset!: string;

  @Column('integer')
  attempts!: number;

  @Column(moment)
  createdAt!: Date;

  /** When it came last. */
  @Column(moment)
  receivedAt!: Date;

  /** When it was applied after all. */
  @Column(momentOrNull)
  resolvedAt!: Date | null;
}
