/** Values of the examples in the OpenAPI document; the identifiers name nobody. */
const orderId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d50';
const kitId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d51';
const productId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d52';

const contact = { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org', phone: null };

export const newKitOrderExample = {
  productIds: ['blood-kit'],
  contact,
  shippingAddress: { address1: 'Musterstraße 12', zip: '10115', city: 'Berlin', firstName: 'Erika', lastName: 'Mustermann' },
  metadata: { campaign: 'spring' },
};

export const kitOrderExample = {
  id: orderId,
  kits: [`/sck/v1/kits/${kitId}`],
  contact,
  shippingAddress: {
    address1: 'Musterstraße 12',
    address2: null,
    zip: '10115',
    city: 'Berlin',
    countryCode: 'DE',
    firstName: 'Erika',
    lastName: 'Mustermann',
    id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d53',
    phone: null,
    company: null,
    name: null,
  },
  metadata: { campaign: 'spring' },
  status: 'new',
  createdAt: '2026-01-31T09:30:00.000Z',
  shippedAt: null,
};

export const kitExample = {
  id: kitId,
  order: `/sck/v1/orders/${orderId}`,
  product: `/sck/v1/products/${productId}`,
  kitCode: 'KIT-000123',
  createdAt: '2026-01-31T09:30:00.000Z',
};

export const kitProductExample = {
  id: productId,
  canonicalId: 'blood-kit',
  name: 'Blood collection kit',
  description: 'Two lancets, a microtube and a return envelope',
  sampleType: 'capillary blood',
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
