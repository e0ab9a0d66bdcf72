/** Values of the examples in the OpenAPI document; the identifiers name nobody. */
const shippingAddress = {
  address1: 'Musterstraße 12',
  address2: null,
  zip: '10115',
  city: 'Berlin',
  countryCode: 'DE',
  firstName: 'Erika',
  lastName: 'Mustermann',
  id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d40',
  phone: null,
  company: null,
  name: null,
};

const shipped = {
  createdAt: '2026-01-31T09:30:00.000Z',
  shippedAt: '2026-02-01T14:05:00.000Z',
  shipmentTracking: {
    provider: 'OTHER',
    createdAt: '2026-02-01T14:05:00.000Z',
    updatedAt: '2026-02-01T14:05:00.000Z',
    trackingCode: '00340434161094021501',
    shipmentStatus: null,
    providerStatus: null,
  },
};

export const shippedOrderExample = {
  id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a',
  diagnosticTests: ['/v1/diagnostic_tests/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3b'],
  shippingAddress,
  metadata: { campaign: 'spring', batch: 7 },
  ...shipped,
};

const kitOrder = {
  id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d50',
  kits: ['/sck/v1/kits/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d51'],
  contact: { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org', phone: null },
  shippingAddress,
  metadata: { campaign: 'spring' },
};

export const fulfilledOrderExample = { ...kitOrder, status: 'fulfilled', ...shipped };

export const canceledOrderExample = { ...kitOrder, status: 'canceled', createdAt: shipped.createdAt, shippedAt: null };
