import type { Address } from '@gateway/core';
import { z } from 'zod';

/** Address (shippingAddress), as both proprietary interfaces answer with it. */
export const addressAnswer = z
  .strictObject({
    address1: z.string(),
    address2: z.string().nullable(),
    zip: z.string(),
    city: z.string(),
    countryCode: z.string().length(2),
    firstName: z.string(),
    lastName: z.string(),
    // The partner's own, of whatever version it is.
    id: z.guid(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: 'Address' });

export const toAddressAnswer = (address: Address): Address => ({
  address1: address.address1,
  address2: address.address2,
  zip: address.zip,
  city: address.city,
  countryCode: address.countryCode,
  firstName: address.firstName,
  lastName: address.lastName,
  id: address.id,
  phone: address.phone,
  company: address.company,
  name: address.name,
});
