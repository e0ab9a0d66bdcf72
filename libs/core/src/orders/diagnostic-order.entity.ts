import { Column, Entity, PrimaryColumn } from 'typeorm';
import { exactJsonOrNull, moment, momentOrNull } from '../columns';
import type { Address } from './address';
import type { Metadata } from './metadata';

/** What a partner ordered for a patient; it made one test per product. */
@Entity('diagnostic_orders')
export class DiagnosticOrder {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('jsonb')
  shippingAddress!: Address;

  @Column(exactJsonOrNull)
  metadata!: Metadata | null;

  /** Outbound shipment handed over for transportation. */
  @Column(momentOrNull)
  shippedAt!: Date | null;

  @Column(moment)
  createdAt!: Date;
}
