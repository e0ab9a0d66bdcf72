import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { releasePaths } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import type { TestAnswer } from '../support/test-client';

interface Stated {
  readonly name: string;
  readonly type: string;
  readonly documentation: string;
}

/** A value that each type of parameter understands. */
const values: Readonly<Record<string, string>> = {
  token: 'x',
  reference: 'Patient/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a',
  date: 'ge2026-01-01',
  quantity: '1',
  string: 'x',
  uri: 'https://ehr.example',
  composite: '1-1$1',
};

const modifierValues: Readonly<Record<string, string>> = { missing: 'true', identifier: 'a|b', text: 'x', contains: 'x', exact: 'x' };

/** Names after a label in the documentation of a parameter. */
const listed = ({ documentation }: Stated, label: string): readonly string[] =>
  new RegExp(`${label} ([^.]*)\\.`).exec(documentation)?.[1]!.split(', ') ?? [];

/** The official parameters of a release: type, by name, by base. */
function officialParameters(release: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const folder = dirname(require.resolve(`hl7.fhir.${release}.core/package.json`));
  const found = new Map<string, Map<string, string>>();
  for (const file of readdirSync(folder).filter((name) => name.startsWith('SearchParameter-'))) {
    const { url, code, type, base } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (String(url).includes('-extensions-')) continue;
    for (const each of base ?? []) found.set(each, (found.get(each) ?? new Map()).set(code, type));
  }
  return found;
}

describe.each(releasePaths)('searches that the CapabilityStatement of %s states', (release) => {
  let gateway: TestGateway;
  let searched: any[];
  let official: ReadonlyMap<string, ReadonlyMap<string, string>>;

  const search = (type: string, name: string, value: string, headers = {}): Promise<TestAnswer> =>
    gateway.acme.get(`/fhir/${release}/${type}?${name}=${encodeURIComponent(value)}`, { Prefer: 'handling=strict', ...headers });

  const officialOf = (type: string): ReadonlyMap<string, string> =>
    new Map(['Resource', 'DomainResource', type].flatMap((base) => [...(official.get(base) ?? [])]));

  const parametersOf = ({ searchParam }: any): readonly Stated[] => searchParam;

  /** Everything that is refused of what should be understood. */
  async function refusals(cases: readonly (readonly [type: string, name: string, value: string])[]): Promise<readonly string[]> {
    const refused: string[] = [];
    for (const [type, name, value] of cases) {
      const { status, text } = await search(type, name, value);
      if (status !== 200) refused.push(`${type}?${name}=${value}: ${status} ${text}`);
    }
    return refused;
  }

  beforeAll(async () => {
    gateway = await startGateway();
    official = officialParameters(release);
    const { body } = await gateway.nobody.get(`/fhir/${release}/metadata`);
    searched = body.rest[0].resource.filter(({ interaction }: any) => interaction?.some(({ code }: any) => code === 'search-type'));
  });

  afterAll(() => gateway.stop());

  it('are there for every type that has records', () => {
    expect(searched.map(({ type }) => type).sort()).toEqual(['DiagnosticReport', 'Observation', 'Patient', 'ServiceRequest', 'Specimen']);
  });

  it('have the official names and types, and an official definition where they state one', () => {
    for (const resource of searched) {
      const known = officialOf(resource.type);
      for (const { name, type } of parametersOf(resource))
        expect([resource.type, name, type]).toEqual([resource.type, name, known.get(name)]);
      expect(new Set(parametersOf(resource).map(({ name }) => name)).size).toBe(resource.searchParam.length);
    }
  });

  it('take every parameter', async () => {
    const cases = searched.flatMap((resource) =>
      parametersOf(resource).map(({ name, type }) => [resource.type, name, values[type]!] as const),
    );
    expect(cases.length).toBeGreaterThan(60);
    expect(await refusals(cases)).toEqual([]);
  });

  it('take every modifier', async () => {
    const cases = searched.flatMap((resource) =>
      parametersOf(resource).flatMap((parameter) =>
        listed(parameter, 'Modifiers:').map((modifier) => {
          const value =
            modifierValues[modifier] ?? (/^[A-Z]/.test(modifier) ? '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a' : values[parameter.type]!);
          return [resource.type, `${parameter.name}:${modifier}`, value] as const;
        }),
      ),
    );
    expect(cases.length).toBeGreaterThan(60);
    expect(await refusals(cases)).toEqual([]);
  });

  it('refuse every other modifier, however lenient the client is', async () => {
    const all = [
      'missing',
      'not',
      'text',
      'in',
      'not-in',
      'above',
      'below',
      'of-type',
      'identifier',
      'contains',
      'exact',
      'code-text',
      'iterate',
    ];
    for (const resource of searched) {
      for (const parameter of parametersOf(resource)) {
        const others = all.filter((modifier) => !listed(parameter, 'Modifiers:').includes(modifier));
        const answer = await search(resource.type, `${parameter.name}:${others[0]!}`, values[parameter.type]!, {
          Prefer: 'handling=lenient',
        });
        expect([resource.type, parameter.name, others[0], answer.status]).toEqual([resource.type, parameter.name, others[0], 400]);
      }
    }
  });

  it('follow every chain, and no other', async () => {
    const chains = searched.flatMap((resource) =>
      parametersOf(resource).flatMap((parameter) =>
        listed(parameter, 'Chains to').map(
          (target) => [resource.type, `${parameter.name}:${target}._lastUpdated`, 'ge2026-01-01'] as const,
        ),
      ),
    );
    expect(chains.length).toBeGreaterThan(10);
    expect(await refusals(chains)).toEqual([]);
    const unchained = searched.flatMap((resource) =>
      parametersOf(resource)
        .filter((parameter) => listed(parameter, 'Chains to').length === 0)
        .map(({ name }) => [resource.type, `${name}._lastUpdated`, 'ge2026-01-01'] as const),
    );
    expect(await refusals(unchained)).toHaveLength(unchained.length);
  });

  it('bring every resource along that they state, and no other', async () => {
    const stated = searched.flatMap(({ type, searchInclude = [], searchRevInclude = [] }) => [
      ...searchInclude.map((value: string) => [type, '_include', value] as const),
      ...searchRevInclude.map((value: string) => [type, '_revinclude', value] as const),
    ]);
    expect(stated.length).toBeGreaterThan(20);
    expect(await refusals(stated)).toEqual([]);
    const names = stated.map((entry) => entry.join(' '));
    const references = searched.flatMap((resource) =>
      parametersOf(resource)
        .filter(({ type }) => type === 'reference')
        .map(({ name }) => `${resource.type}:${name}`),
    );
    const others = searched.flatMap(({ type }) =>
      ['_include', '_revinclude'].flatMap((direction) =>
        references.map((value) => [type, direction, value] as const).filter((entry) => !names.includes(entry.join(' '))),
      ),
    );
    expect(await refusals(others)).toHaveLength(others.length);
  });

  it('take no parameter that they do not state', async () => {
    const everyName = new Set([...official.values()].flatMap((parameters) => [...parameters.keys()]));
    const candidates = [...everyName].filter((name) => searched.some(({ type }) => officialOf(type).has(name)));
    for (const resource of searched) {
      const stated = new Set(parametersOf(resource).map(({ name }) => name));
      const others = [...candidates.filter((name) => !stated.has(name)), 'colour'];
      for (const name of others) {
        const strict = await search(resource.type, name, 'x');
        const lenient = await search(resource.type, name, 'x', { Prefer: 'handling=lenient' });
        expect([resource.type, name, strict.status, lenient.status]).toEqual([resource.type, name, 400, 200]);
        expect(lenient.body.link[0].url).toBe(`https://gateway.example/fhir/${release}/${resource.type}`);
        expect(lenient.body.entry).toEqual([
          expect.objectContaining({ resource: expect.objectContaining({ resourceType: 'OperationOutcome' }), search: { mode: 'outcome' } }),
        ]);
      }
    }
  });
});
