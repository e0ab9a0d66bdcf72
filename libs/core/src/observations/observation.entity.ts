import { Column, Entity, PrimaryColumn } from 'typeorm';
import { exactJsonOrNull, keptByDatabase, moment, textOrNull } from '../columns';
import type { ReferenceRange } from './reference-range';
import type { SearchedValue } from './searched-value';

/** One laboratory value of a result. */
@Entity('observations')
export class Observation {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  resultId!: string;

  /** Place in the result, from 0. */
  @Column('integer')
  position!: number;

  @Column({ type: 'text', collation: 'C' })
  loincNum!: string;

  /** As the laboratory wrote it; empty when it gave none. */
  @Column('text')
  value!: string;

  @Column(textOrNull)
  unit!: string | null;

  @Column(exactJsonOrNull)
  referenceRange!: ReferenceRange | null;

  @Column(textOrNull)
  interpretation!: string | null;

  @Column('text', { array: true, nullable: true })
  labNotes!: string[] | null;

  @Column('text')
  valueKind!: SearchedValue['valueKind'];

  @Column('numrange', { nullable: true })
  valueNumbers!: string | null;

  @Column(textOrNull)
  valueUnitCode!: string | null;

  @Column(textOrNull)
  valueConceptCode!: string | null;

  /** As of its result. */
  @Column({ type: 'tsrange', ...keptByDatabase })
  readonly collected?: string | null;

  @Column(moment)
  createdAt!: Date;
}
