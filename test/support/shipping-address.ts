import { anyUuid } from './patterns';

/** How an order shows the address of `addressBody()`, whichever interface has placed it: what was not sent is there too. */
export const shownAddress = {
  address1: 'Musterstraße 12',
  address2: null,
  zip: '10115',
  city: 'Berlin',
  countryCode: 'DE',
  firstName: 'Erika',
  lastName: 'Mustermann',
  id: anyUuid,
  phone: null,
  company: null,
  name: null,
} as const;
