import { gatewayForTests } from '../support/gateway';
import { withoutOccurrence } from '../support/problems';
import { makeRecords, pathWith, type Records, routesIn } from '../support/records';
import type { Route } from '../../src/openapi/routes';
import { newId } from '../support/new-id';

/** Pairs of requests for each route; the medians of their times are compared. */
const pairs = 15;

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

describe('a record of another partner', () => {
  let records: Records;
  const gateway = gatewayForTests(async (started) => {
    records = await makeRecords(started);
  });

  const readRoutes = (): readonly Route[] =>
    routesIn(gateway).filter(
      ({ method, path }) => method === 'GET' && /^\/(v1|sck\/v1|fhir)\/.*:id/.test(path) && !/\/(diagnostic_)?products\//.test(path),
    );

  it('cannot be told from a missing one by the bytes of the answer or by its time', async () => {
    expect(readRoutes().length).toBeGreaterThanOrEqual(15);
    for (const route of readRoutes()) {
      const foreign = pathWith(route, (collection) => (records as Readonly<Partial<Record<string, string>>>)[collection]);
      // An id of the same form that is new each time: what was asked before may be remembered.
      const missing = () => pathWith(route, (collection) => newId((records as Readonly<Partial<Record<string, string>>>)[collection]!));
      const times: Record<'foreign' | 'missing', number[]> = { foreign: [], missing: [] };
      for (let pair = 0; pair < pairs; pair += 1) {
        for (const [kind, path] of [
          ['foreign', foreign],
          ['missing', missing()],
        ] as const) {
          const begin = performance.now();
          const answer = await gateway.other.get(path);
          times[kind].push(performance.now() - begin);
          expect([route.path, answer.status]).toEqual([route.path, 404]);
        }
      }
      const [one, other] = [median(times.foreign), median(times.missing)];
      // A read of a record costs several times as much; the machine may be busy with other things.
      expect([route.path, Math.abs(one - other) < 0.5 * Math.max(one, other) + 1]).toEqual([route.path, true]);
      const absent = missing();
      const texts = await Promise.all([foreign, absent].map(async (path) => withoutOccurrence(await gateway.other.get(path), path)));
      expect([route.path, texts[0]]).toEqual([route.path, texts[1]]);
    }
  }, 60_000);
});
