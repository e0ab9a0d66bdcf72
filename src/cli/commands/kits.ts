import type { Arguments, Command } from '../command';
import { UsageError } from '../failures';
import { shipmentHelp, shipmentOf, shipmentOptions, type Shipped, tellShipped } from './shipment';

const pathOf = (given: Arguments, step: 'fulfil' | 'cancel'): string =>
  `/fulfilment/v1/sck_orders/${encodeURIComponent(given.word('ORDER-ID'))}/${step}`;

/** `KIT-ID=CODE`, separated by commas. */
function assignmentsOf(given: Arguments): readonly { kit: string; kitCode: string }[] {
  return (given.list('kits') ?? []).map((assignment) => {
    const [kit = '', ...code] = assignment.split('=');
    if (kit === '' || code.length === 0) throw new UsageError('--kits takes KIT-ID=CODE, separated by commas.');
    return { kit, kitCode: code.join('=') };
  });
}

export const kitsFulfil: Command = {
  name: 'kits fulfil',
  summary: 'Gives every kit of an order its code and hands the order over.',
  words: ['ORDER-ID'],
  options: { kits: { type: 'string' }, ...shipmentOptions },
  help: { '--kits KIT-ID=CODE,...': 'every kit of the order once', ...shipmentHelp },
  async run({ service, say }, given) {
    const { body, text } = await service.post<Shipped>(pathOf(given, 'fulfil'), { kits: assignmentsOf(given), ...shipmentOf(given) });
    tellShipped(say, body);
    return text;
  },
};

export const kitsCancel: Command = {
  name: 'kits cancel',
  summary: 'Cancels an order of kits that is still new.',
  words: ['ORDER-ID'],
  async run({ service, say }, given) {
    const { body, text } = await service.post<{ id: string; status: string }>(pathOf(given, 'cancel'), {});
    say(`Order ${body.id}: ${body.status}`);
    return text;
  },
};
