import { type ReleasePath, requestBody } from './fhir-requests';
import type { Records } from './records';
import type { Headers, TestAnswer } from './test-client';

type Send = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<TestAnswer>;

/** Sends a request to every operation of FHIR in the release that is answered with a success. */
export async function succeedInFhir(send: Send, release: ReleasePath, records: Records): Promise<void> {
  const base = `/fhir/${release}`;
  for (const type of ['application/json', 'application/fhir+json']) {
    const headers = { 'Content-Type': type, Accept: type };
    expect((await send('POST', `${base}/service_requests`, requestBody(release), headers)).status).toBe(201);
    expect((await send('POST', `${base}/ServiceRequest`, requestBody(release), headers)).status).toBe(201);
  }
  for (const collection of ['service_requests', 'diagnostic_reports', 'observations'] as const) {
    for (const query of ['', '?page=2', '?cursor=&itemsPerPage=1']) await send('GET', `${base}/${collection}${query}`);
    await send('GET', `${base}/${collection}/${records[collection]}`, undefined, { Accept: 'application/fhir+json' });
  }
  for (const type of ['ServiceRequest', 'DiagnosticReport', 'Observation', 'Patient', 'Specimen'] as const) {
    const path = `${base}/${type}/${records[type]}`;
    await send('GET', `${base}/${type}?_id=${records[type]}`);
    await send('POST', `${base}/${type}/_search`, '_count=1', { 'Content-Type': 'application/x-www-form-urlencoded' });
    const { headers } = await send('GET', path);
    expect((await send('GET', path, undefined, { 'If-None-Match': headers['etag']! })).status).toBe(304);
  }
  const path = `${base}/ServiceRequest/${records.ServiceRequest}`;
  const { body } = await send('GET', path);
  await send('PUT', path, { ...body, priority: 'urgent' });
  const patch = [{ op: 'replace', path: '/priority', value: 'stat' }];
  await send('PATCH', path, patch, { 'Content-Type': 'application/json-patch+json' });
  await send('GET', `${path}/_history`);
  await send('GET', `${path}/_history/1`);
  const entry = [{ request: { method: 'GET', url: `ServiceRequest/${records.ServiceRequest}` } }];
  await send('POST', base, { resourceType: 'Bundle', type: 'batch', entry });
}
