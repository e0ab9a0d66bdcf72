import { useCapabilityScene } from '../support/fhir-capabilities';
import { releasePaths } from '../support/fhir-requests';

describe.each(releasePaths)('details of the CapabilityStatement of %s', (release) => {
  const scene = useCapabilityScene(release);
  const { base, resourceOf, typesWith, draft } = scene;

  describe('conditions', () => {
    it('conditional creates are there', async () => {
      expect(resourceOf('ServiceRequest').conditionalCreate).toBe(true);
      const identifier = [{ system: 'https://ehr.example', value: 'stated' }];
      const create = () =>
        scene.acme.post(`${base}/ServiceRequest`, draft({ identifier }), { 'If-None-Exist': 'identifier=https://ehr.example|stated' });
      expect([(await create()).status, (await create()).status]).toEqual([201, 200]);
    });

    it('conditional reads are there', async () => {
      for (const type of typesWith('read')) {
        const address = `${base}/${type}/${scene.records[type]}`;
        const { headers } = await scene.acme.get(address);
        const ask = async (condition: Record<string, string>): Promise<number> => (await scene.acme.get(address, condition)).status;
        const [notMatch, modifiedSince] = [
          await ask({ 'If-None-Match': headers['etag']! }),
          await ask({ 'If-Modified-Since': headers['last-modified']! }),
        ];
        const support = notMatch === 304 ? (modifiedSince === 304 ? 'full-support' : 'not-match') : 'not-supported';
        expect([type, resourceOf(type).conditionalRead]).toEqual([type, support]);
      }
    });

    it('versions are there', async () => {
      for (const type of typesWith('read')) {
        const { body, headers } = await scene.acme.get(`${base}/${type}/${scene.records[type]}`);
        const isVersioned = body.meta.versionId !== undefined && headers['etag'] === `W/"${body.meta.versionId}"`;
        expect([type, resourceOf(type).versioning]).toEqual([type, isVersioned ? 'versioned' : 'no-version']);
        expect(resourceOf(type).readHistory ?? false).toBe(typesWith('vread').includes(type));
      }
    });

    it('what is said to be missing is missing', async () => {
      const { updateCreate, conditionalUpdate, conditionalDelete } = resourceOf('ServiceRequest');
      expect([updateCreate, conditionalUpdate, conditionalDelete]).toEqual([false, false, 'not-supported']);
      expect((await scene.acme.put(`${base}/ServiceRequest/987654`, draft({ id: '987654' }))).status).toBe(404);
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        expect(
          (await scene.acme.send(method, `${base}/ServiceRequest?identifier=a`, method === 'DELETE' ? undefined : draft())).status,
        ).toBe(405);
      }
      expect((await scene.acme.send('DELETE', `${base}/ServiceRequest/${scene.records.ServiceRequest}`)).status).toBe(405);
    });

    it('references are taken as it says', async () => {
      const policies: Readonly<Record<string, unknown>> = {
        literal: { reference: 'https://ehr.example/fhir/Patient/1' },
        logical: { identifier: { system: 'https://ehr.example/patients', value: '4711' } },
      };
      expect([...resourceOf('ServiceRequest').referencePolicy].sort()).toEqual(Object.keys(policies).sort());
      for (const subject of Object.values(policies)) {
        const answer = await scene.acme.post(`${base}/ServiceRequest`, draft({ subject, contained: undefined }));
        expect([answer.status, answer.body.subject]).toEqual([201, subject]);
      }
    });
  });

  describe('formats', () => {
    it('each works, by Accept and by _format', async () => {
      expect(scene.statement.format).toEqual(['json', 'application/fhir+json', 'application/json']);
      for (const format of scene.statement.format as readonly string[]) {
        const byQuery = await scene.acme.get(`${base}/Patient?_format=${encodeURIComponent(format)}`);
        const byHeader = await scene.acme.get(`${base}/Patient`, { Accept: format.includes('/') ? format : '*/*' });
        const expected = format === 'json' ? 'application/fhir+json' : format;
        for (const { status, headers } of [byQuery, byHeader]) {
          expect([format, status, headers['content-type']!.split(';')[0]]).toEqual([format, 200, expected]);
        }
      }
    });

    it.each(['xml', 'application/fhir+xml', 'text/turtle', 'html'])('%s is not among them', async (format) => {
      expect((await scene.acme.get(`${base}/Patient?_format=${encodeURIComponent(format)}`)).status).toBe(406);
      if (format.includes('/')) expect((await scene.acme.get(`${base}/Patient`, { Accept: format })).status).toBe(406);
    });

    it('of patches are those that it names', async () => {
      expect(scene.statement.patchFormat).toEqual(['application/json-patch+json']);
      for (const type of ['application/fhir+json', 'application/json', 'application/xml-patch+xml', 'application/merge-patch+json']) {
        const answer = await scene.acme.send('PATCH', `${base}/ServiceRequest/${scene.records.ServiceRequest}`, [], {
          'Content-Type': type,
        });
        expect([type, answer.status]).toEqual([type, 415]);
      }
    });

    it('languages are those that are spoken, where the release can say it', async () => {
      const { acceptLanguage } = scene.statement;
      expect(acceptLanguage).toEqual(release === 'r5' ? ['en', 'de', 'fr'] : undefined);
      for (const language of acceptLanguage ?? []) {
        const { headers } = await scene.acme.get(`${base}/Patient/1`, { 'Accept-Language': language });
        expect(headers['content-language']).toBe(language);
      }
      expect((await scene.acme.get(`${base}/Patient/1`, { 'Accept-Language': 'it' })).headers['content-language']).toBe('en');
    });
  });

  it('names SMART, whose configuration is there', async () => {
    expect(scene.rest.security.service[0].coding[0].code).toBe('SMART-on-FHIR');
    const { status, body } = await scene.gateway.nobody.get(`${base}/.well-known/smart-configuration`);
    expect([status, body.token_endpoint]).toEqual([200, 'https://gateway.example/auth/token']);
  });
});
