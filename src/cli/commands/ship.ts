import type { Command } from '../command';
import { shipmentHelp, shipmentOf, shipmentOptions, type Shipped, tellShipped } from './shipment';

export const ship: Command = {
  name: 'ship',
  summary: 'Notes that an order was handed over for transportation.',
  words: ['ORDER-ID'],
  options: shipmentOptions,
  help: shipmentHelp,
  async run({ service, say }, given) {
    const path = `/fulfilment/v1/diagnostic_orders/${encodeURIComponent(given.word('ORDER-ID'))}/ship`;
    const { body, text } = await service.post<Shipped>(path, shipmentOf(given));
    tellShipped(say, body);
    return text;
  },
};
