import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from '../columns';

/** A file of a result, such as the laboratory's report; kept in the database, so that it is as safe as the result. */
@Entity('documents')
export class Document {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  resultId!: string;

  /** Place in the result, from 0. */
  @Column('integer')
  position!: number;

  @Column('text')
  originalFileName!: string;

  @Column('text')
  mimeType!: string;

  /** Bytes. */
  @Column('integer')
  size!: number;

  /** SHA-256 of the content. */
  @Column('bytea')
  digest!: Buffer;

  @Column('bytea', { select: false })
  content!: Buffer;

  @Column(moment)
  createdAt!: Date;
}
