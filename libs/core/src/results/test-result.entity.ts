import { Column, Entity, PrimaryColumn } from 'typeorm';
import { keptByDatabase, moment } from '../columns';
import type { ReportState } from './report-row';

/** What the laboratory found for a test. A correction is a further result; the newest counts. */
@Entity('test_results')
export class TestResult {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  testId!: string;

  @Column('text')
  laboratory!: string;

  @Column('text')
  state!: ReportState;

  @Column('text', { array: true, nullable: true })
  labNotes!: string[] | null;

  /** When what was examined left the patient, by the wall clock; the database keeps it as the test's specimens say. */
  @Column({ type: 'tsrange', ...keptByDatabase })
  readonly collected?: string | null;

  /** What was examined: the newest specimen that has a date, or the newest; the database keeps it. */
  @Column({ type: 'uuid', ...keptByDatabase })
  readonly specimenId?: string | null;

  /** Whether it has no observations; null where it has. The database keeps it. */
  @Column({ type: 'boolean', ...keptByDatabase })
  readonly isEmpty?: boolean | null;

  @Column(moment)
  createdAt!: Date;
}
