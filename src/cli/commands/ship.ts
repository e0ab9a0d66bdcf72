import type { Command } from '../command';
import { UsageError } from '../failures';

export const ship: Command = {
  name: 'ship',
  summary: 'Notes that an order was handed over for transportation.',
  words: ['ORDER-ID'],
  options: { provider: { type: 'string' }, 'tracking-code': { type: 'string' }, 'shipped-at': { type: 'string' } },
  help: {
    '--provider NAME': 'the carrier, as the catalogue in force names it',
    '--tracking-code CODE': 'needs --provider',
    '--shipped-at TIME': 'a date-time with offset; default now',
  },
  async run({ service, say }, given) {
    const provider = given.text('provider');
    const trackingCode = given.text('tracking-code');
    if (provider === undefined && trackingCode !== undefined) throw new UsageError('--tracking-code needs --provider.');
    const path = `/fulfilment/v1/diagnostic_orders/${encodeURIComponent(given.word('ORDER-ID'))}/ship`;
    const { body, text } = await service.post<{ id: string; shippedAt: string; shipmentTracking?: { url?: string } }>(path, {
      shippedAt: given.text('shipped-at'),
      ...(provider !== undefined && { shipmentTracking: { provider, trackingCode } }),
    });
    say(`Order ${body.id} shipped ${body.shippedAt}`);
    if (body.shipmentTracking?.url !== undefined) say(`Tracking: ${body.shipmentTracking.url}`);
    return text;
  },
};
