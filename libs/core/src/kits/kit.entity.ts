import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment, textOrNull } from '../columns';

/** One specimen collection kit of an order. */
@Entity('kits')
export class Kit {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  orderId!: string;

  @Column('uuid')
  productId!: string;

  /** Place among the order's kits, from 0. */
  @Column('integer')
  position!: number;

  /** Printed on the kit; assigned by fulfilment. */
  @Column(textOrNull)
  kitCode!: string | null;

  @Column(moment)
  createdAt!: Date;
}
