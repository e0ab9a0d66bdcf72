import { type BodyRules, shipmentStatuses, trackingInput } from '@gateway/core';
import { choice, dateTime, flag, optional, text } from '@gateway/kernel';
import { z } from 'zod';

export const shipBody = ({ carriers }: BodyRules) =>
  z.object({ shippedAt: optional(dateTime()), shipmentTracking: optional(trackingInput(carriers)) });

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
