import type { FhirRelease } from '../release';

const contained = [
  {
    resourceType: 'Patient',
    id: 'patient',
    identifier: [{ system: 'https://ehr.example/patients', value: '4711' }],
    name: [{ family: 'Mustermann', given: ['Erika'] }],
    telecom: [{ system: 'email', value: 'erika@example.org' }],
    gender: 'female',
    birthDate: '1985-04-12',
    address: [{ line: ['Musterstraße 12'], postalCode: '10115', city: 'Berlin', country: 'DE' }],
  },
];

const concept = { coding: [{ system: 'https://gateway.example/products', code: 'vitamin-d' }], text: 'Vitamin D' };

/** A request that places an order. */
export const writtenRequestExample = (release: FhirRelease['name']) => ({
  resourceType: 'ServiceRequest',
  contained,
  identifier: [{ system: 'https://ehr.example/requests', value: 'R-1001' }],
  requisition: { system: 'https://ehr.example/requisitions', value: 'Q-77' },
  status: 'active',
  intent: 'order',
  code: release === 'R4B' ? concept : { concept },
  subject: { reference: '#patient' },
  authoredOn: '2026-01-31T10:30:00+01:00',
});

export const serviceRequestExample = (release: FhirRelease['name']) => ({
  ...writtenRequestExample(release),
  id: 42,
  meta: [{ versionId: 1, lastUpdated: '2026-01-31T09:30:00.000Z' }],
  ...(release === 'R5' && { pKV: false, healthInsuranceCompanyName: null, healthInsuranceSubscriberId: null }),
});
