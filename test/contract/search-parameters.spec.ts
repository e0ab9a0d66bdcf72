import { searchedTypes, searchParametersOf } from '@gateway/fhir';
import { releases } from '../support/fhir-examples';
import { baseUrl } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { SearchOracle } from '../support/search-oracle';
import { makeSearchRecords } from '../support/search-records';
import { type Sample, samplesOf } from '../support/search-samples';

const now = '2026-03-10T12:00:00.000Z';

/** Official parameters with values in our resources that are left out, and why. */
const leftOut: readonly string[] = [
  // Sounds are not compared.
  'Patient phonetic',
  // No lists or groups.
  ...searchedTypes.map((type) => `${type} _in`),
  // Its expression is the observation itself; no value of ours is a date.
  'Observation code-value-date',
];

describe.each(releases)('search parameters of %s', (_, release) => {
  let gateway: TestGateway;
  let oracle: SearchOracle;
  const resources = new Map<string, readonly any[]>();
  const base = `/fhir/${release.path}`;

  const search = async (type: string, parameter: string, value: string): Promise<readonly string[]> => {
    const query = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`;
    const { status, body, text } = await gateway.acme.get(`${base}/${type}?${query}&_count=100`, { Prefer: 'handling=strict' });
    if (status !== 200) throw new Error(`${type}?${parameter}=${value}: ${text}`);
    return (body.entry ?? []).map(({ resource }: any) => resource.id);
  };

  beforeAll(async () => {
    gateway = await startGateway();
    gateway.clock.set(now);
    const { examples } = await makeSearchRecords(gateway);
    expect(examples).toBeGreaterThan(20);
    oracle = new SearchOracle({ release: release.path, base: baseUrl, now: Date.parse(now) });
    for (const type of searchedTypes) {
      const { text } = await gateway.acme.get(`${base}/${type}?_count=100`);
      const bundle = JSON.parse(text);
      expect(bundle.link).toHaveLength(1);
      resources.set(
        type,
        bundle.entry.map(({ resource }: any) => resource),
      );
    }
  });

  afterAll(() => gateway.stop());

  describe.each(searchedTypes)('%s', (type) => {
    const parameters = searchParametersOf(type, release);

    it('are those of the official definitions, with their types', () => {
      const official = parameters.map(({ name }) => oracle.definitionOf(type, name));
      expect(official.map((definition) => definition && [definition.code, definition.type])).toEqual(
        parameters.map((parameter) => [parameter.name, parameter.type]),
      );
    });

    it('are all that have values', () => {
      const names = oracle.definitionsOf(type).map(({ code }) => code);
      const valued = names.filter((name) =>
        resources.get(type)!.some((resource) => oracle.values(resource, name).some((value) => value !== false)),
      );
      const known = parameters.map(({ name }) => name);
      expect([...new Set(valued)].filter((name) => !known.includes(name) && !leftOut.includes(`${type} ${name}`))).toEqual([]);
    });

    it.each(parameters.map((parameter) => [parameter.name, parameter] as const))(
      '%s finds what the official expression finds',
      async (name, parameter) => {
        const all = resources.get(type)!;
        const samples = samplesOf(parameter, all, oracle, baseUrl);
        const expected = (sample: Sample) => all.filter((resource) => oracle.matches(resource, ...sample)).map(({ id }) => id);
        const differences: unknown[] = [];
        for (const sample of samples) {
          // Without `_sort` the order is the server's own.
          const [found, wanted] = [(await search(type, ...sample)).toSorted(), expected(sample).toSorted()];
          if (JSON.stringify(found) !== JSON.stringify(wanted)) differences.push({ sample, found, wanted });
        }
        expect(differences).toEqual([]);
        expect(samples.length).toBeGreaterThan(name === '_language' ? 1 : 2);
      },
    );
  });
});
