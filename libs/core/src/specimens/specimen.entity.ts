import { Column, Entity, PrimaryColumn } from 'typeorm';
import { keptByDatabase, moment, textOrNull } from '../columns';
import type { MenstrualPhase } from './specimen';

/** A sample of a test, known by the laboratory's code; one tube may serve several tests. */
@Entity('specimens')
export class Specimen {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  testId!: string;

  @Column('text')
  specimenCode!: string;

  /** YYYY-MM-DD */
  @Column({ type: 'date', nullable: true })
  collectionDate!: string | null;

  /** HH:MM:SS, local time of the patient */
  @Column({ type: 'time without time zone', precision: 0, nullable: true })
  collectionTime!: string | null;

  @Column(textOrNull)
  menstrualPhase!: MenstrualPhase | null;

  @Column(moment)
  createdAt!: Date;

  @Column(moment)
  updatedAt!: Date;

  /** Then, or when the laboratory took it in, whichever was later; the database keeps it. */
  @Column({ ...moment, ...keptByDatabase })
  readonly changedAt?: Date | null;
}
