import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The order that requests with the same requisition and subject share until it is shipped. */
@Entity('requisitions')
export class Requisition {
  @PrimaryColumn('uuid')
  partnerId!: string;

  /** SHA-256 of requisition and subject, so that the key tells nothing of the patient. */
  @PrimaryColumn('bytea')
  key!: Buffer;

  /** Null only inside of the transaction that makes the order. */
  @Column('uuid', { nullable: true })
  orderId!: string | null;
}
