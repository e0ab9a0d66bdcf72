import { containedPatient, type ReleasePath, requestBody } from './fhir-requests';
import type { TestGateway } from './gateway';

/** Bundles for tests: batches and transactions of the standard paths. */
type Members = Readonly<Record<string, unknown>>;

export interface SentEntry {
  readonly fullUrl?: string;
  readonly resource?: Members;
  readonly request: Members;
}

export const bundleOf = (type: string, ...entry: readonly SentEntry[]) => ({
  resourceType: 'Bundle',
  type,
  ...(entry.length > 0 && { entry }),
});

export const patientUrl = 'urn:uuid:6f6b2a4c-7a0e-4d6c-9a54-0d5f3a1c0001';

/** A request's address in its Bundle. */
export const requestUrl = (index: number): string => `urn:uuid:6f6b2a4c-7a0e-4d6c-9a54-0d5f3a1c1${String(index).padStart(3, '0')}`;

/** The patient that requests refer to, with an id of the EHR. */
export const patientEntry = (overrides: Members = {}): SentEntry => ({
  fullUrl: patientUrl,
  resource: containedPatient({ id: 'ehr-4711', ...overrides }),
  request: { method: 'POST', url: 'Patient' },
});

/** An order for the patient of the Bundle. */
export const orderEntry = (release: ReleasePath, index: number, overrides: Members = {}, request: Members = {}): SentEntry => ({
  fullUrl: requestUrl(index),
  resource: requestBody(release, { contained: undefined, subject: { reference: patientUrl }, ...overrides }),
  request: { method: 'POST', url: 'ServiceRequest', ...request },
});

/** A request that orders nothing and needs no patient of the Bundle. */
export const draftEntry = (release: ReleasePath, overrides: Members = {}, request: Members = {}): SentEntry => ({
  resource: requestBody(release, { status: 'draft', ...overrides }),
  request: { method: 'POST', url: 'ServiceRequest', ...request },
});

export const getEntry = (url: string, request: Members = {}): SentEntry => ({ request: { method: 'GET', url, ...request } });

/** How many rows each table has that a Bundle could write to. */
export async function rowCounts({ dataSource }: TestGateway): Promise<Readonly<Record<string, number>>> {
  const tables = ['service_requests', 'service_request_versions', 'diagnostic_orders', 'diagnostic_tests'];
  const counts = await Promise.all(
    tables.map(async (table): Promise<[string, number]> => {
      const rows: { count: number }[] = await dataSource.query(`SELECT count(*)::integer AS count FROM ${table}`);
      return [table, rows[0]!.count];
    }),
  );
  return Object.fromEntries(counts);
}

/** The same with one more request and the order that it has placed; a first version is kept nowhere else. */
export const withOneMore = (counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).map(([table, count]) => [table, table === 'service_request_versions' ? count : count + 1]));
