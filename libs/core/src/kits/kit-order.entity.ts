import { Column, Entity, PrimaryColumn } from 'typeorm';
import { exactJsonOrNull, moment, momentOrNull } from '../columns';
import type { Address } from '../orders/address';
import type { Metadata } from '../orders/metadata';
import type { Contact } from './contact';

export const kitOrderStatuses = ['new', 'fulfilled', 'canceled'] as const;

/** `new` becomes `fulfilled` or `canceled`; both are final. */
export type KitOrderStatus = (typeof kitOrderStatuses)[number];

/** Specimen collection kits that a partner ordered for a contact; one kit per product. */
@Entity('kit_orders')
export class KitOrder {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('jsonb')
  contact!: Contact;

  @Column('jsonb')
  shippingAddress!: Address;

  @Column(exactJsonOrNull)
  metadata!: Metadata | null;

  @Column('text')
  status!: KitOrderStatus;

  @Column(momentOrNull)
  shippedAt!: Date | null;

  @Column(moment)
  createdAt!: Date;
}
