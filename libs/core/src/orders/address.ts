import { countryCode, nullable, optional, text, uuid, withDefault } from '@gateway/kernel';
import { z } from 'zod';

/** Where a parcel goes, as partners send it. */
export const addressInput = z.object({
  address1: text({ example: 'Musterstraße 12' }),
  address2: nullable(text({ blank: true })),
  zip: text({ example: '10115' }),
  city: text({ example: 'Berlin' }),
  countryCode: withDefault(countryCode(), 'DE'),
  firstName: text({ example: 'Erika' }),
  lastName: text({ example: 'Mustermann' }),
  id: optional(uuid()),
  phone: nullable(text({ blank: true })),
  company: nullable(text({ blank: true })),
  name: nullable(text({ blank: true })),
});

export type AddressInput = z.output<typeof addressInput>;

/** An address with its identifier. */
export type Address = Required<AddressInput>;

/** The stored address; `id` is made when the partner sent none. */
export const toAddress = (input: AddressInput, newId: () => string): Address => ({
  address1: input.address1,
  address2: input.address2,
  zip: input.zip,
  city: input.city,
  countryCode: input.countryCode,
  firstName: input.firstName,
  lastName: input.lastName,
  id: input.id ?? newId(),
  phone: input.phone,
  company: input.company,
  name: input.name,
});
