/** Values of the examples in the OpenAPI document; the identifiers name nobody. */
const orderId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a';
const testId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3b';
const productId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3c';
const resultId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3d';
const observationId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3e';
const documentId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3f';
const addressId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d40';

const address = {
  address1: 'Musterstraße 12',
  address2: null,
  zip: '10115',
  city: 'Berlin',
  countryCode: 'DE',
  firstName: 'Erika',
  lastName: 'Mustermann',
  id: addressId,
  phone: null,
  company: null,
  name: null,
};

const insurance = { countryCode: 'DE', provider: 'Musterkasse', healthInsuranceTypeDE: 'GKV', subscriberIdentifier: 'A123456780' };

export const newOrderExample = {
  productIds: ['lipid-panel'],
  patient: { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org', gender: 'F', dateOfBirth: '1984-02-29' },
  shippingAddress: { address1: 'Musterstraße 12', zip: '10115', city: 'Berlin', firstName: 'Erika', lastName: 'Mustermann' },
  metadata: { campaign: 'spring', batch: 7 },
};

export const orderExample = {
  id: orderId,
  diagnosticTests: [`/v1/diagnostic_tests/${testId}`],
  createdAt: '2026-01-31T09:30:00.000Z',
  shippedAt: null,
  shippingAddress: address,
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
  id: testId,
  diagnosticOrder: `/v1/diagnostic_orders/${orderId}`,
  diagnosticProduct: `/v1/diagnostic_products/${productId}`,
  testResults: [`/v1/test_results/${resultId}`],
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

export const observationExample = {
  id: observationId,
  testResult: `/v1/test_results/${resultId}`,
  loincNum: '13457-7',
  value: '2.6',
  unit: 'mmol/L',
  referenceRange: { intervals: [{ label: 'normal', lower: null, upper: { operator: '<', value: 3 } }] },
  interpretation: 'N',
  labNotes: null,
  createdAt: '2026-02-06T11:00:00.000Z',
};

export const resultExample = {
  id: resultId,
  createdAt: '2026-02-06T11:00:00.000Z',
  observations: [observationExample],
  documents: [
    {
      id: documentId,
      originalFileName: 'report.pdf',
      downloadPath: `/v1/documents/${documentId}/download`,
      mimeType: 'application/pdf',
      size: 48213,
      createdAt: '2026-02-06T11:00:00.000Z',
    },
  ],
  labNotes: null,
  diagnosticTest: `/v1/diagnostic_tests/${testId}`,
};

export const productExample = {
  id: productId,
  canonicalId: 'lipid-panel',
  name: 'Lipid panel',
  description: 'Cholesterol and triglycerides',
  sampleType: 'capillary blood',
  loincNums: ['2093-3', '2571-8', '2085-9', '13457-7'],
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
