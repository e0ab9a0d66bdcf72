/** What the examples of the OpenAPI document share: one order of each interface through its life. The identifiers name nobody. */
const orderId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a';
const testId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3b';
const productId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3c';
const resultId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3d';
const observationId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3e';
const documentId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3f';
const kitOrderId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d50';
const kitId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d51';
const kitProductId = '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d52';

const orderedAt = '2026-01-31T09:30:00.000Z';
const deliveredAt = '2026-02-06T11:00:00.000Z';

/** The paths of the records, as the answers name them. */
export const exampleIris = {
  order: `/v1/diagnostic_orders/${orderId}`,
  test: `/v1/diagnostic_tests/${testId}`,
  product: `/v1/diagnostic_products/${productId}`,
  result: `/v1/test_results/${resultId}`,
  kitOrder: `/sck/v1/orders/${kitOrderId}`,
  kit: `/sck/v1/kits/${kitId}`,
  kitProduct: `/sck/v1/products/${kitProductId}`,
} as const;

export const exampleIds = { test: testId, product: productId, kit: kitId, kitProduct: kitProductId } as const;

export const newAddressExample = {
  address1: 'Musterstraße 12',
  zip: '10115',
  city: 'Berlin',
  firstName: 'Erika',
  lastName: 'Mustermann',
};

const addressExample = {
  ...newAddressExample,
  address2: null,
  countryCode: 'DE',
  id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d40',
  phone: null,
  company: null,
  name: null,
};

export const contactExample = { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org', phone: null };

export const orderExample = {
  id: orderId,
  diagnosticTests: [exampleIris.test],
  createdAt: orderedAt,
  shippedAt: null,
  shippingAddress: addressExample,
  metadata: { campaign: 'spring', batch: 7 },
};

export const kitOrderExample = {
  id: kitOrderId,
  kits: [exampleIris.kit],
  contact: contactExample,
  shippingAddress: addressExample,
  metadata: { campaign: 'spring' },
  status: 'new',
  createdAt: orderedAt,
  shippedAt: null,
};

export const observationExample = {
  id: observationId,
  testResult: exampleIris.result,
  loincNum: '13457-7',
  value: '2.6',
  unit: 'mmol/L',
  referenceRange: { intervals: [{ label: 'normal', lower: null, upper: { operator: '<', value: 3 } }] },
  interpretation: 'N',
  labNotes: null,
  createdAt: deliveredAt,
};

export const documentExample = {
  id: documentId,
  originalFileName: 'report.pdf',
  downloadPath: `/v1/documents/${documentId}/download`,
  mimeType: 'application/pdf',
  size: 48213,
  createdAt: deliveredAt,
};

export const resultExample = {
  id: resultId,
  createdAt: deliveredAt,
  observations: [observationExample],
  documents: [documentExample],
  labNotes: null,
  diagnosticTest: exampleIris.test,
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

export const kitProductExample = {
  id: kitProductId,
  canonicalId: 'blood-kit',
  name: 'Blood collection kit',
  description: 'Two lancets, a microtube and a return envelope',
  sampleType: 'capillary blood',
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
