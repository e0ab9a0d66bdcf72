import { contactExample, exampleIds, exampleIris, newAddressExample } from '@gateway/resources';

export const newKitOrderExample = {
  productIds: ['blood-kit'],
  contact: contactExample,
  shippingAddress: newAddressExample,
  metadata: { campaign: 'spring' },
};

export const kitExample = {
  id: exampleIds.kit,
  order: exampleIris.kitOrder,
  product: exampleIris.kitProduct,
  kitCode: 'KIT-000123',
  createdAt: '2026-01-31T09:30:00.000Z',
};
