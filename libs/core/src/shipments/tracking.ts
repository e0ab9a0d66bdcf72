import { choice, clearable, optional, text, uuid, webAddress } from '@gateway/kernel';
import { z } from 'zod';
import type { CarrierCatalogue } from './carriers';
import { type Shipment, shipmentStatuses } from './shipment.entity';

/** What a partner says of a shipment (ShipmentTrackingInput). A member left out keeps its value, null clears it. */
export const trackingInput = (carriers: CarrierCatalogue) =>
  z.object({
    id: optional(uuid()),
    provider: choice(carriers.names),
    trackingCode: clearable(text({ max: 255, blank: true, example: '00340434161094021501' })),
    url: clearable(webAddress()),
    shipmentStatus: clearable(choice(shipmentStatuses)),
  });

export type TrackingInput = Omit<z.output<ReturnType<typeof trackingInput>>, 'id'>;

type TrackingState = Pick<Shipment, 'provider' | 'trackingCode' | 'url' | 'urlGenerated' | 'shipmentStatus'>;

const empty: Omit<TrackingState, 'provider'> = { trackingCode: null, url: null, urlGenerated: true, shipmentStatus: null };

/** A URL that the partner sent stays until it is changed or cleared; a generated one follows provider and code, and goes with the code. */
function addressOf(input: TrackingInput, before: Omit<TrackingState, 'provider'>, trackingCode: string | null, carriers: CarrierCatalogue) {
  if (typeof input.url === 'string') return { url: input.url, urlGenerated: false };
  if (input.url === null) return { url: null, urlGenerated: true };
  if (!before.urlGenerated) return { url: before.url, urlGenerated: false };
  const hasCode = trackingCode !== null && trackingCode !== '';
  return { url: hasCode ? carriers.trackingUrl(input.provider, trackingCode) : null, urlGenerated: true };
}

/** The tracking after a partner's input. */
export function applyTracking(input: TrackingInput, before: TrackingState | null, carriers: CarrierCatalogue): TrackingState {
  const known = before ?? empty;
  const trackingCode = input.trackingCode === undefined ? known.trackingCode : input.trackingCode;
  return {
    provider: input.provider,
    trackingCode,
    ...addressOf(input, known, trackingCode, carriers),
    shipmentStatus: input.shipmentStatus === undefined ? known.shipmentStatus : input.shipmentStatus,
  };
}
