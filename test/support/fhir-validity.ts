import { r4b } from '@gateway/fhir-r4b';
import { r5 } from '@gateway/fhir-r5';
import type { ReleasePath } from './fhir-requests';
import type { TestClient } from './test-client';

const releases = { r4b, r5 };

/** What the official definitions of the release have against a resource. */
export const faultsOf = (release: ReleasePath, resource: unknown): readonly unknown[] =>
  releases[release].validator.validate(resource).filter(({ severity }) => severity === 'error');

/** Reads a resource on the standard path, which must be valid in the release. */
export async function readValid(client: TestClient, release: ReleasePath, reference: string): Promise<any> {
  const { status, text, body } = await client.get(`/fhir/${release}/${reference}`);
  if (status !== 200) throw new Error(`${status} for ${release} ${reference}: ${text}`);
  expect([release, reference, faultsOf(release, body)]).toEqual([release, reference, []]);
  return body;
}
