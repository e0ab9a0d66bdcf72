import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Makes a kit code unique over all partners, without a unique index across the partners' own tables. */
@Entity('kit_codes')
export class KitCode {
  @PrimaryColumn('text')
  kitCode!: string;

  @Column('uuid')
  partnerId!: string;

  @Column('uuid')
  kitId!: string;
}
