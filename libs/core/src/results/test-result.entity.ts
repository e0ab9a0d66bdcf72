import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from '../columns';
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

  @Column(moment)
  createdAt!: Date;
}
