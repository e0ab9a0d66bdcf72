import { canonicalJson, type JsonObject } from '@gateway/kernel';
import fc from 'fast-check';
import { serviceRequests } from '../support/fhir-arbitraries/service-requests';
import { examplesOf } from '../support/fhir-examples';
import { errorsIn, type RequestSide, ways } from '../support/round-trips';

const seed = 20_260_131;

/** What of an official example is the client's. */
function clientsPart({ id: _id, meta, ...members }: Record<string, any>): JsonObject {
  if (meta === undefined) return members;
  const { versionId: _versionId, lastUpdated: _lastUpdated, ...own } = meta;
  return Object.keys(own).length > 0 ? { ...members, meta: own } : members;
}

function expectLossless(resource: JsonObject, here: RequestSide, there: RequestSide): void {
  const expected = canonicalJson(resource);
  const written = here.read(resource);
  expect(canonicalJson(here.write(written))).toBe(expected);
  const elsewhere = there.write(written);
  expect(errorsIn(elsewhere, there)).toEqual([]);
  const returned = there.read(elsewhere);
  expect(canonicalJson(here.write(returned))).toBe(expected);
  // An edit of one element leaves the others as they were.
  const { _priority: _companion, ...edited } = { ...elsewhere, priority: 'stat' } as Record<string, unknown>;
  const { _priority: _before, ...unedited } = resource;
  expect(canonicalJson(here.write(there.read(edited)))).toBe(canonicalJson({ ...unedited, priority: 'stat' }));
  // Carriers do not pile up.
  expect(canonicalJson(there.write(here.read(here.write(returned))))).toBe(canonicalJson(elsewhere));
}

describe.each(ways)('ServiceRequest in %s', (_name, here, there) => {
  it.each(examplesOf(here.release, 'ServiceRequest').map(({ file, read }) => [file, read] as const))(
    'comes back as it was: %s',
    (_file, read) => {
      expectLossless(clientsPart(read()), here, there);
    },
  );

  it('comes back as it was, whatever the definitions allow', () => {
    fc.assert(
      fc.property(serviceRequests(here.release), (resource) => {
        expectLossless(resource, here, there);
      }),
      { numRuns: 60, seed, endOnFailure: true },
    );
  });
});
