import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Remembers which result a laboratory's own number stands for, so that a repeated delivery makes no second one. */
@Entity('laboratory_deliveries')
export class LaboratoryDelivery {
  @PrimaryColumn('text')
  laboratory!: string;

  @PrimaryColumn('text')
  externalId!: string;

  @Column('uuid')
  partnerId!: string;

  @Column('uuid')
  resultId!: string;
}
