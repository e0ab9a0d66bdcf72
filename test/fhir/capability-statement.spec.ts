import { r4b } from '@gateway/fhir-r4b';
import { r5 } from '@gateway/fhir-r5';
import { codesOf, type KnownType, useCapabilityScene } from '../support/fhir-capabilities';
import { type ReleasePath, releasePaths } from '../support/fhir-requests';
import { faultsOf } from '../support/fhir-validity';
import { startGateway, type TestGateway } from '../support/gateway';
import { routesIn } from '../support/records';
import type { TestAnswer } from '../support/test-client';

const releases = { r4b, r5 };
const versions = { r4b: '4.3.0', r5: '5.0.0' } as const;

/** What each route below the base of a release is in terms of FHIR; the first that fits. */
const meanings: readonly [pattern: RegExp, ...codes: readonly string[]][] = [
  [/^POST \/$/, 'transaction', 'batch'],
  [/^GET \/metadata$/],
  [/^GET \/\.well-known\/smart-configuration$/],
  [/^GET \/\$versions$/, '$versions'],
  [/^POST \/:type(\/:id)?\/\$validate$/],
  [/^GET \/[A-Z]\w+$/, 'search-type'],
  [/^POST \/[A-Z]\w+\/_search$/, 'search-type'],
  [/^POST \/[A-Z]\w+$/, 'create'],
  [/^GET \/[A-Z]\w+\/:id$/, 'read'],
  [/^GET \/[A-Z]\w+\/:id\/_history\/:version$/, 'vread'],
  [/^GET \/[A-Z]\w+\/:id\/_history$/, 'history-instance'],
  [/^PUT \/[A-Z]\w+\/:id$/, 'update'],
  [/^PATCH \/[A-Z]\w+\/:id$/, 'patch'],
];

const sortedUnique = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

describe.each(releasePaths)('the CapabilityStatement of %s', (release: ReleasePath) => {
  const scene = useCapabilityScene(release);
  const { base, typesWith, draft } = scene;

  it('is valid, of the release and of this server', () => {
    expect(faultsOf(release, scene.statement)).toEqual([]);
    expect(scene.statement).toMatchObject({
      resourceType: 'CapabilityStatement',
      kind: 'instance',
      fhirVersion: versions[release],
      url: `https://gateway.example${base}/metadata`,
      implementation: { url: `https://gateway.example${base}` },
      date: scene.gateway.clock.now().toISOString().slice(0, 10),
    });
    expect(scene.statement.rest).toHaveLength(1);
  });

  it('says what the router serves, no more and no less', () => {
    const served = routesIn(scene.gateway).flatMap(({ method, path }) => {
      if (!path.startsWith(`${base}/`) && path !== base) return [];
      const below = `${method} ${path.slice(base.length) || '/'}`;
      if (/^[A-Z]+ \/[a-z_]+s(\/|$)/.test(below)) return [];
      const meaning = meanings.find(([pattern]) => pattern.test(below));
      if (meaning === undefined) throw new Error(`no interaction of FHIR: ${below}`);
      const [, ...codes] = meaning;
      const type = /^[A-Z]+ \/([A-Z]\w+)/.exec(below)?.[1] ?? 'server';
      return codes.map((code) => `${type} ${code}`);
    });
    const stated = [
      ...scene.rest.resource.flatMap((resource: any) => codesOf(resource).map((code) => `${resource.type} ${code}`)),
      ...codesOf(scene.rest).map((code) => `server ${code}`),
      ...scene.rest.operation.map(({ name }: any) => `server $${name}`),
    ];
    expect(sortedUnique(stated)).toEqual(sortedUnique(served));
    expect(stated).toHaveLength(new Set(stated).size);
  });

  describe('interactions', () => {
    const createdId = async (): Promise<string> => (await scene.acme.post(`${base}/ServiceRequest`, draft())).body.id;

    const walks: Readonly<Record<string, (type: KnownType) => Promise<TestAnswer>>> = {
      read: (type) => scene.acme.get(`${base}/${type}/${scene.records[type]}`),
      vread: (type) => scene.acme.get(`${base}/${type}/${scene.records[type]}/_history/1`),
      'history-instance': (type) => scene.acme.get(`${base}/${type}/${scene.records[type]}/_history`),
      'search-type': (type) => scene.acme.get(`${base}/${type}?_id=${scene.records[type]}`),
      create: (type) => scene.acme.post(`${base}/${type}`, draft()),
      update: async (type) => {
        const id = await createdId();
        return scene.acme.put(`${base}/${type}/${id}`, draft({ id, priority: 'urgent' }));
      },
      patch: async (type) => {
        const id = await createdId();
        const patch = [{ op: 'add', path: '/priority', value: 'urgent' }];
        return scene.acme.send('PATCH', `${base}/${type}/${id}`, patch, { 'Content-Type': scene.statement.patchFormat[0] });
      },
    };

    const bundles = ['history-instance', 'search-type'];

    it.each(Object.entries(walks))('%s works for every type that is said to have it', async (code, walk) => {
      const types = typesWith(code);
      expect(types).toContain('ServiceRequest');
      for (const type of types) {
        const { status, body } = await walk(type);
        expect([type, status, body.resourceType, faultsOf(release, body)]).toEqual([
          type,
          code === 'create' ? 201 : 200,
          bundles.includes(code) ? 'Bundle' : type,
          [],
        ]);
        if (bundles.includes(code)) expect(body.entry[0].resource).toMatchObject({ resourceType: type, id: scene.records[type] });
      }
    });

    it('are all among those that were tried', () => {
      const all = scene.rest.resource.flatMap(codesOf);
      expect(sortedUnique(all)).toEqual(Object.keys(walks).sort());
    });

    it.each(['batch', 'transaction'])('%s works for the whole server', async (type) => {
      expect(codesOf(scene.rest)).toContain(type);
      const entry = [{ resource: draft(), request: { method: 'POST', url: 'ServiceRequest' } }];
      const { status, body } = await scene.acme.post(base, { resourceType: 'Bundle', type, entry });
      expect([status, body.type, body.entry[0].response.status]).toEqual([200, `${type}-response`, '201 Created']);
    });
  });

  describe('operations', () => {
    it('stand at every resource type of the release', () => {
      const types = scene.rest.resource.map(({ type }: any) => type);
      expect(types).toEqual(releases[release].validator.structures.resourceTypes);
      expect(types).toEqual(expect.arrayContaining(['Account', 'Bundle', 'ServiceRequest', 'VisionPrescription']));
    });

    it('$validate works for every type, and its instances', async () => {
      for (const { type, operation } of scene.rest.resource) {
        expect([type, operation]).toEqual([
          type,
          [{ name: 'validate', definition: 'http://hl7.org/fhir/OperationDefinition/Resource-validate' }],
        ]);
        for (const address of [`${type}/$validate`, `${type}/1/$validate`]) {
          const { status, body } = await scene.acme.post(`${base}/${address}`, { resourceType: type, id: '1', nothing: true });
          expect([type, status, body.resourceType]).toEqual([type, 200, 'OperationOutcome']);
          expect(body.issue).toContainEqual(expect.objectContaining({ code: 'structure', expression: [`${type}.nothing`] }));
        }
      }
    });

    it('$versions works for the whole server', async () => {
      const { status, body } = await scene.gateway.nobody.get(`${base}/$versions`);
      expect([status, body.resourceType, faultsOf(release, body)]).toEqual([200, 'Parameters', []]);
      expect(versions[release].startsWith(body.parameter[0].valueCode)).toBe(true);
    });

    it('have no others', () => {
      expect(scene.rest.operation.map(({ name }: any) => name)).toEqual(['versions']);
    });
  });
});

describe.each<[string, readonly string[] | '*', boolean]>([
  ['no origin', [], false],
  ['one origin', ['https://ehr.example'], true],
  ['every origin', '*', true],
])('a gateway that lets in %s', (_, corsOrigins, expected) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({ corsOrigins });
  });

  afterAll(() => gateway.stop());

  it.each(releasePaths)('says so in %s', async (release) => {
    const { body, headers } = await gateway.nobody.get(`/fhir/${release}/metadata`, { Origin: 'https://ehr.example' });
    expect(body.rest[0].security.cors).toBe(expected);
    expect(headers['access-control-allow-origin'] !== undefined).toBe(expected);
  });
});
