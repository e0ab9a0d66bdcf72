import { writtenRequestExample } from './service-request-examples';
import type { FhirRelease } from '../release';

const baseUrl = 'https://gateway.example';

const address = ({ path }: FhirRelease): string => `${baseUrl}/fhir/${path}/ServiceRequest/42`;

export const storedRequestExample = ({ name }: FhirRelease) => ({
  ...writtenRequestExample(name),
  id: '42',
  meta: { versionId: '1', lastUpdated: '2026-01-31T09:30:00.000Z' },
});

export const historyExample = (release: FhirRelease) => ({
  resourceType: 'Bundle',
  type: 'history',
  total: 1,
  link: [{ relation: 'self', url: `${address(release)}/_history` }],
  entry: [
    {
      fullUrl: address(release),
      resource: storedRequestExample(release),
      request: { method: 'POST', url: 'ServiceRequest' },
      response: { status: '201', etag: 'W/"1"', lastModified: '2026-01-31T09:30:00.000Z' },
    },
  ],
});

export const transactionExample = ({ name }: FhirRelease) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: 'urn:uuid:0198c0de-7a10-7000-8000-000000000001',
      resource: writtenRequestExample(name),
      request: { method: 'POST', url: 'ServiceRequest' },
    },
  ],
});

export const transactionResponseExample = (release: FhirRelease) => ({
  resourceType: 'Bundle',
  type: 'transaction-response',
  entry: [
    {
      fullUrl: address(release),
      response: {
        status: '201 Created',
        location: 'ServiceRequest/42/_history/1',
        etag: 'W/"1"',
        lastModified: '2026-01-31T09:30:00.000Z',
      },
    },
  ],
});

export const capabilityExample = ({ name, path, fhirVersion }: FhirRelease) => ({
  resourceType: 'CapabilityStatement',
  url: `${baseUrl}/fhir/${path}/metadata`,
  title: `Laboratory gateway, FHIR ${name}`,
  status: 'active',
  date: '2026-01-31',
  kind: 'instance',
  fhirVersion: `${fhirVersion}.0`,
  format: ['json'],
});
