import { type CarrierCatalogue, type ProviderStatus, shipmentStatuses, type TrackingRow } from '@gateway/core';
import { z } from 'zod';
import { timestamp } from './answer-fields.schema';

/** ShipmentTracking, as both proprietary interfaces answer with it. `providerStatus` is an object although declared a string. */
export const shipmentTrackingAnswer = (carriers: CarrierCatalogue) =>
  z
    .strictObject({
      provider: z.enum(carriers.names as [string, ...string[]]),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      trackingCode: z.string().nullable(),
      url: z.string().meta({ format: 'url' }).optional(),
      shipmentStatus: z.enum(shipmentStatuses).nullable(),
      providerStatus: z.strictObject({ terminalStatus: z.boolean(), name: z.string(), value: z.string() }).nullable(),
    })
    .meta({ id: 'ShipmentTracking' });

export interface ShipmentTracking extends Omit<TrackingRow, 'url'> {
  readonly url?: string;
  readonly providerStatus: ProviderStatus | null;
}

export const toShipmentTracking = (tracking: TrackingRow): ShipmentTracking => ({
  provider: tracking.provider,
  createdAt: tracking.createdAt,
  updatedAt: tracking.updatedAt,
  trackingCode: tracking.trackingCode,
  ...(tracking.url !== null && { url: tracking.url }),
  shipmentStatus: tracking.shipmentStatus,
  providerStatus: tracking.providerStatus,
});
