import { releases } from '../support/fhir-examples';
import { baseUrl } from '../support/fhir-requests';
import { gatewayForTests } from '../support/gateway';
import { foundIn, linkOf, namesOf, type SearchBundle, searchesOf, type SearchStory, strictly } from '../support/searches';
import { SmartTestClient } from '../support/smart-client';

describe.each(releases)('references in searches of %s', (_, release) => {
  const gateway = gatewayForTests();
  const { base, get, search, addressOf, makeStory } = searchesOf(gateway, release);
  const codeName = release.name === 'R4B' ? 'code' : 'code-concept';
  let story: SearchStory;

  beforeAll(async () => {
    story = await makeStory();
  });

  describe('includes', () => {
    it('bring what the matches refer to, each once', async () => {
      const query =
        'Observation?_include=Observation:patient&_include=Observation:subject:Patient&_include=Observation:based-on&_include=Observation:specimen';
      const bundle = await search(query);
      expect(foundIn(bundle)).toHaveLength(5);
      const [, , specimen] = namesOf(foundIn(bundle, 'include'));
      expect(namesOf(foundIn(bundle, 'include'))).toEqual([`Patient/${story.testId}`, `ServiceRequest/${story.requestId}`, specimen]);
      expect(specimen).toMatch(/^Specimen\//);
      expect(bundle.entry!.every(({ fullUrl, resource }) => fullUrl === addressOf(`${resource.resourceType}/${resource.id}`))).toBe(true);
      expect(linkOf(bundle, 'self')).toBe(addressOf(query.replaceAll(':', '%3A')));
    });

    it('bring what refers to the matches', async () => {
      const bundle = await search(
        `ServiceRequest?_id=${story.requestId}&_revinclude=DiagnosticReport:based-on&_revinclude=Observation:based-on&_revinclude=ServiceRequest:based-on`,
      );
      const types = foundIn(bundle, 'include').map(({ resourceType }) => resourceType);
      expect(types).toEqual(['DiagnosticReport', ...Array(5).fill('Observation')]);
      const report = foundIn(
        await search('DiagnosticReport?_include=DiagnosticReport:result&_include=DiagnosticReport:specimen'),
        'include',
      );
      expect(report.map(({ resourceType }) => resourceType)).toEqual([...Array(5).fill('Observation'), 'Specimen']);
      expect(namesOf(foundIn(await search('Observation?code=1-1&_revinclude=DiagnosticReport:result'), 'include'))).toHaveLength(1);
      expect(
        foundIn(await search(`Patient?_id=${story.testId}&_revinclude=Specimen:patient&_revinclude=ServiceRequest:subject`), 'include'),
      ).toHaveLength(2);
    });
  });

  it.each([
    ['Observation?patient.name=armel', 5],
    ['Observation?patient.birthdate=1984-02-29', 5],
    ['Observation?subject:Patient.family:exact=Ärmel', 5],
    ['Observation?subject.family:exact=Armel', 0],
    ['Observation?based-on.status=completed', 5],
    ['Observation?based-on.patient.gender=female', 5],
    ['Observation?based-on.patient.gender=male', 0],
    ['Observation?specimen.identifier=SP-1', 5],
    ['DiagnosticReport?result.code=1-1', 1],
    ['DiagnosticReport?result.code=9-9', 0],
    ['DiagnosticReport?result.code-value-quantity=1-1$0&specimen.collected=2026', 1],
    ['ServiceRequest?patient.identifier=urn:ehr|4711', 1],
    ['ServiceRequest?subject:Patient.identifier=4711', 1],
    ['ServiceRequest?patient.identifier=urn:other|4711', 0],
    ['ServiceRequest?patient.family=arm', 1],
    ['Specimen?patient.email=ERIKA@example.org', 1],
    ['Patient?identifier=urn:ehr|4711', 1],
  ])('follow references: %s', async (query, count) => {
    expect(foundIn(await search(query, strictly))).toHaveLength(count);
  });

  it('find a request by what an update made of it', async () => {
    const path = `${base}/ServiceRequest/${story.ehrRequest.id}`;
    const { body: current } = await gateway.acme.get(path);
    expect(foundIn(await search('ServiceRequest?priority=asap'))).toHaveLength(0);
    expect((await gateway.acme.put(path, { ...current, priority: 'asap' })).status).toBe(200);
    expect(namesOf(foundIn(await search('ServiceRequest?priority=asap')))).toEqual([`ServiceRequest/${story.ehrRequest.id}`]);
    expect(foundIn(await search(`ServiceRequest?${codeName}=${baseUrl}/products|lipid-panel&priority:missing=false`))).toHaveLength(1);
    await gateway.acme.post(`/v1/diagnostic_tests/${story.testId}/specimens`, { specimenCode: 'SP-later' });
    expect(namesOf(foundIn(await search('ServiceRequest?specimen.identifier=SP-later')))).toEqual([`ServiceRequest/${story.requestId}`]);
  });

  it('are of one partner', async () => {
    for (const type of ['ServiceRequest', 'DiagnosticReport', 'Observation', 'Patient', 'Specimen']) {
      const own = namesOf(foundIn(await search(type)));
      const others = JSON.parse((await gateway.other.get(`${base}/${type}?_include=Observation:patient`)).text) as SearchBundle;
      expect(namesOf(others.entry?.map(({ resource }) => resource) ?? []).filter((name) => own.includes(name))).toEqual([]);
    }
    expect(JSON.parse((await gateway.other.get(`${base}/Observation?patient=${story.testId}`)).text).total).toBe(0);
    expect(JSON.parse((await gateway.other.get(`${base}/Observation?patient.name=armel`)).text).total).toBe(0);
  });

  it('need the scope of every type that they look at', async () => {
    const client = new SmartTestClient(gateway, `search-${release.path}`);
    await gateway.operator.put(
      `/admin/v1/clients/search-${release.path}`,
      await client.registration({ scopes: ['system/Observation.rs'] }),
    );
    const caller = await client.loggedIn('system/Observation.rs');
    const statusOf = async (query: string): Promise<number> => (await caller.get(`${base}/${query}`)).status;
    expect(await statusOf('Observation')).toBe(200);
    for (const query of [
      'Patient',
      'Observation?_include=Observation:patient',
      'Observation?patient.name=a',
      'Observation?_revinclude=DiagnosticReport:result',
    ]) {
      expect([query, await statusOf(query)]).toEqual([query, 403]);
    }
    expect((await gateway.nobody.get(`${base}/Observation`)).status).toBe(401);
  });

  it('answer with valid Bundles', async () => {
    for (const query of [
      'ServiceRequest?_revinclude=Observation:based-on&foo=1',
      'DiagnosticReport?_count=1',
      'Observation?_count=2&_include=Observation:patient',
      'Patient?_total=accurate',
      'Specimen?_count=0',
      'Specimen?_id=none',
    ]) {
      const faults = release.validator.validate((await get(query)).body);
      expect(faults.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });
});
