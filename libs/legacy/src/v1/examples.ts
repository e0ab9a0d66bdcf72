import { exampleIds, exampleIris, newAddressExample } from '@gateway/resources';

const insurance = { countryCode: 'DE', provider: 'Musterkasse', healthInsuranceTypeDE: 'GKV', subscriberIdentifier: 'A123456780' };

export const newOrderExample = {
  productIds: ['lipid-panel'],
  patient: { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org', gender: 'F', dateOfBirth: '1984-02-29' },
  shippingAddress: newAddressExample,
  metadata: { campaign: 'spring', batch: 7 },
};

export const trackingExample = { provider: 'OTHER', trackingCode: '00340434161094021501', shipmentStatus: 'in_transit' };

export const specimenExample = { specimenCode: 'SP-2026-000123' };

export const activationExample = {
  specimenCode: 'SP-2026-000123',
  collectionDate: '2026-02-03',
  collectionTime: '07:45:00',
  gender: 'F',
  dateOfBirth: '1984-02-29',
  healthInsuranceDetails: insurance,
};

export const testExample = {
  id: exampleIds.test,
  diagnosticOrder: exampleIris.order,
  diagnosticProduct: exampleIris.product,
  testResults: [exampleIris.result],
  patient: {
    email: 'erika@example.org',
    firstName: 'Erika',
    lastName: 'Mustermann',
    gender: 'F',
    dateOfBirth: '1984-02-29',
    healthInsuranceDetails: insurance,
  },
  specimens: [
    {
      specimenCode: 'SP-2026-000123',
      createdAt: '2026-02-03T08:00:00.000Z',
      collectionDate: '2026-02-03',
      collectionTime: '07:45:00',
      menstrualPhaseAtCollection: null,
    },
  ],
  activatedAt: '2026-02-03T08:00:00.000Z',
  labIntakeAt: '2026-02-05T10:12:31.000Z',
  createdAt: '2026-01-31T09:30:00.000Z',
};
