import { type BodyRules, kitIri, shipmentStatuses, trackingInput } from '@gateway/core';
import { choice, dateTime, flag, list, optional, text } from '@gateway/kernel';
import { z } from 'zod';

export const shipBody = ({ carriers }: BodyRules) =>
  z.object({ shippedAt: optional(dateTime()), shipmentTracking: optional(trackingInput(carriers)) });

/** As many as an order can have. */
const maximumKits = 1000;

/** A kit by uuid or IRI; whether the order has it is told later. */
const kitIdentifier = () => text({ example: `${kitIri}0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d51` }).transform((kit) => kit.replace(kitIri, ''));

export const fulfilBody = ({ carriers }: BodyRules) =>
  z.object({
    kits: list(z.object({ kit: kitIdentifier(), kitCode: text({ max: 255, example: 'KIT-000123' }) }), { max: maximumKits }),
    shippedAt: optional(dateTime()),
    shipmentTracking: optional(trackingInput(carriers)),
  });

export const carrierEventBody = () =>
  z.object({
    trackingCode: text({ max: 255, example: '00340434161094021501' }),
    providerStatus: z.object({
      terminalStatus: optional(flag('Whether nothing more comes; by default as the carrier catalogue says of the value.')),
      name: text({ example: 'Delivered' }),
      value: text({ example: 'delivered' }),
    }),
    shipmentStatus: optional(choice(shipmentStatuses)),
  });
