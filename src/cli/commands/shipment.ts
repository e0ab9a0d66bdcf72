import type { Arguments } from '../command';
import { UsageError } from '../failures';

/** The options of commands that hand a parcel over. */
export const shipmentOptions = {
  provider: { type: 'string' },
  'tracking-code': { type: 'string' },
  'shipped-at': { type: 'string' },
} as const;

export const shipmentHelp = {
  '--provider NAME': 'the carrier, as the catalogue in force names it',
  '--tracking-code CODE': 'needs --provider',
  '--shipped-at TIME': 'a date-time with offset; default now',
} as const;

/** What the options say of the parcel, as the fulfilment interface takes it. */
export function shipmentOf(given: Arguments) {
  const provider = given.text('provider');
  const trackingCode = given.text('tracking-code');
  if (provider === undefined && trackingCode !== undefined) throw new UsageError('--tracking-code needs --provider.');
  return {
    shippedAt: given.text('shipped-at'),
    ...(provider !== undefined && { shipmentTracking: { provider, trackingCode } }),
  };
}

/** A shipped order, as far as a person wants to know. */
export interface Shipped {
  readonly id: string;
  readonly shippedAt: string;
  readonly shipmentTracking?: { readonly url?: string };
}

export function tellShipped(say: (text: string) => void, { id, shippedAt, shipmentTracking }: Shipped): void {
  say(`Order ${id} shipped ${shippedAt}`);
  if (shipmentTracking?.url !== undefined) say(`Tracking: ${shipmentTracking.url}`);
}
