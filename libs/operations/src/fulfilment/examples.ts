import { kitOrderExample, orderExample } from '@gateway/resources';

const shipped = {
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

export const shippedOrderExample = { ...orderExample, ...shipped };

export const fulfilledOrderExample = { ...kitOrderExample, status: 'fulfilled', ...shipped };

export const canceledOrderExample = { ...kitOrderExample, status: 'canceled' };
