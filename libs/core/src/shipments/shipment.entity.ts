import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment, textOrNull } from '../columns';

/** Normalized statuses of a shipment; informational only. */
export const shipmentStatuses = [
  'confirmed',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'failure',
  'undeliverable',
  'returned_to_sender',
  'available_for_collection',
] as const;

export type ShipmentStatus = (typeof shipmentStatuses)[number];

/** Statuses that say the parcel was handed over for transportation. */
export const handedOverStatuses: readonly ShipmentStatus[] = ['in_transit', 'out_for_delivery', 'delivered', 'available_for_collection'];

/** Status as the carrier reports it. */
export interface ProviderStatus {
  readonly terminalStatus: boolean;
  readonly name: string;
  readonly value: string;
}

/** A parcel on its way: outbound with an order of tests or of kits, or inbound with a test. At most one each. */
@Entity('shipments')
export class Shipment {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'uuid', nullable: true })
  orderId!: string | null;

  @Column({ type: 'uuid', nullable: true })
  testId!: string | null;

  @Column({ type: 'uuid', nullable: true })
  kitOrderId!: string | null;

  @Column('text')
  provider!: string;

  @Column(textOrNull)
  trackingCode!: string | null;

  @Column(textOrNull)
  url!: string | null;

  /** Whether the URL follows the tracking code, because the partner gave none. */
  @Column('boolean')
  urlGenerated!: boolean;

  @Column(textOrNull)
  shipmentStatus!: ShipmentStatus | null;

  @Column('jsonb', { nullable: true })
  providerStatus!: ProviderStatus | null;

  @Column(moment)
  createdAt!: Date;

  @Column(moment)
  updatedAt!: Date;
}

/** The shipment as partners read it; the database keeps it as generated column `tracking`. */
export interface TrackingRow {
  readonly provider: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trackingCode: string | null;
  readonly url: string | null;
  readonly shipmentStatus: ShipmentStatus | null;
  readonly providerStatus: ProviderStatus | null;
}
