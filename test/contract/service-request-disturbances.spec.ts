import { canonicalJson } from '@gateway/kernel';
import fc from 'fast-check';
import { disturbed } from '../support/fhir-arbitraries/disturbances';
import { serviceRequests } from '../support/fhir-arbitraries/service-requests';
import { errorsIn, ways } from '../support/round-trips';

const seed = 20_260_131;

describe.each(ways)('Extensions that carry elements of another release, for %s', (_name, here, there) => {
  it('are kept where a client puts them in odd places, repeats, breaks or invents them', () => {
    let survivors = 0;
    const arbitrary = fc
      .tuple(serviceRequests(here.release), fc.gen())
      .map(([resource, draw]) => disturbed(there.write(here.read(resource)), draw));
    fc.assert(
      fc.property(arbitrary, (resource) => {
        fc.pre(errorsIn(resource, there).length === 0);
        survivors += 1;
        const expected = canonicalJson(resource);
        const written = there.read(resource);
        expect(canonicalJson(there.write(written))).toBe(expected);
        const elsewhere = here.write(written);
        expect(errorsIn(elsewhere, here)).toEqual([]);
        // What an edit has overtaken stays behind.
        if (written.asWritten?.isOvertaken !== true) expect(canonicalJson(there.write(here.read(elsewhere)))).toBe(expected);
      }),
      { numRuns: 40, seed, endOnFailure: true },
    );
    expect(survivors).toBe(40);
  });
});
