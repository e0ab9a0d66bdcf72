import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from '../columns';

/** A customer of the service. Every record of patient data belongs to exactly one. */
@Entity('partners')
export class Partner {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { unique: true })
  slug!: string;

  @Column('text')
  name!: string;

  @Column(moment)
  createdAt!: Date;
}
