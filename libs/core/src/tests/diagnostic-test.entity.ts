import { Column, Entity, PrimaryColumn } from 'typeorm';
import { keptByDatabase, moment, momentOrNull, textOrNull } from '../columns';
import type { Gender, HealthInsurance } from './patient';

/** One test kit of an order, with the patient as recorded on it. */
@Entity('diagnostic_tests')
export class DiagnosticTest {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  orderId!: string;

  @Column('uuid')
  productId!: string;

  /** Place among the order's tests, from 0. */
  @Column('integer')
  position!: number;

  @Column('text')
  patientEmail!: string;

  @Column(textOrNull)
  patientFirstName!: string | null;

  @Column(textOrNull)
  patientLastName!: string | null;

  @Column('text')
  patientGender!: Gender;

  /** YYYY-MM-DD */
  @Column({ type: 'date', nullable: true })
  patientDateOfBirth!: string | null;

  @Column('jsonb', { nullable: true })
  patientHealthInsurance!: HealthInsurance | null;

  /** When the patient activated the test kit. */
  @Column(momentOrNull)
  activatedAt!: Date | null;

  /** When the specimen arrived in the laboratory. */
  @Column(momentOrNull)
  labIntakeAt!: Date | null;

  /** When something of the patient's data was last recorded. */
  @Column(moment)
  patientUpdatedAt!: Date;

  /** When its request was revoked, before it was shipped. */
  @Column(momentOrNull)
  canceledAt!: Date | null;

  /** Null until then; the database keeps it. */
  @Column({ type: 'boolean', ...keptByDatabase })
  readonly hasResult?: boolean | null;

  @Column(moment)
  createdAt!: Date;
}
