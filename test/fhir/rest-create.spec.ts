import { baseUrl, codeOf, placementExtension, productCoding, releasePaths } from '../support/fhir-requests';
import { issuesOf, useRestRequests } from '../support/fhir-rest';

const versions = { r4b: '4.3', r5: '5.0' } as const;

describe.each(releasePaths)('creating and reading ServiceRequests on the standard paths of %s', (release) => {
  const rest = useRestRequests(release);
  const { path, body, draft, create } = rest;
  const contentType = `application/fhir+json; fhirVersion=${versions[release]}; charset=utf-8`;

  describe('create', () => {
    it('answers with the resource, its version and its address', async () => {
      rest.gateway.clock.set('2026-03-01T10:00:00.250Z');
      const answer = await create(body());
      const { id } = answer.body;
      expect(answer.headers).toMatchObject({
        'content-type': contentType,
        etag: 'W/"1"',
        'last-modified': 'Sun, 01 Mar 2026 10:00:00 GMT',
        location: `${baseUrl}${path}/${id}/_history/1`,
        'x-order-placement': 'placed',
      });
      expect(answer.body).toEqual({
        ...body(),
        id,
        meta: { versionId: '1', lastUpdated: '2026-03-01T10:00:00.250Z' },
        extension: [placementExtension('placed')],
      });
      expect((await rest.acme.get(`${path}/${id}`)).body).toEqual({ ...body(), id, meta: answer.body.meta });
    });

    it.each([
      ['return=minimal', ''],
      ['return=representation', 'ServiceRequest'],
      ['return=OperationOutcome', 'OperationOutcome'],
      ['return=presentation', 'ServiceRequest'],
    ])('gives %s', async (prefer, resourceType) => {
      const answer = await create(draft(), { Prefer: prefer });
      expect(answer.headers).toMatchObject({ etag: 'W/"1"', location: expect.stringContaining('/_history/1') });
      expect(answer.text === '' ? '' : answer.body.resourceType).toBe(resourceType);
    });

    it('ignores an id of the client', async () => {
      expect((await create(draft({ id: 'mine' }))).body.id).toMatch(/^[1-9]\d*$/);
    });

    it('tells every fault with its element', async () => {
      const answer = await rest.acme.post(path, draft({ status: 'foo', intent: undefined, priority: ' urgent', unknown: 1 }));
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/fhir+json; charset=utf-8']);
      expect(issuesOf(answer)).toEqual(
        expect.arrayContaining([
          {
            severity: 'error',
            code: 'code-invalid',
            details: { text: 'The code is not in the required value set "request-status".' },
            expression: ['ServiceRequest.status'],
          },
          {
            severity: 'error',
            code: 'required',
            details: { text: 'The element "intent" is required.' },
            expression: ['ServiceRequest.intent'],
          },
          {
            severity: 'error',
            code: 'structure',
            details: { text: 'The element "unknown" is not known in ServiceRequest.' },
            expression: ['ServiceRequest.unknown'],
          },
        ]),
      );
      expect(answer.body.issue).toHaveLength(4);
    });

    it('wants a subject, other than the interface', async () => {
      const answer = await rest.acme.post(path, draft({ subject: undefined, contained: undefined }));
      expect(answer.status).toBe(400);
      expect(issuesOf(answer)).toEqual([
        {
          severity: 'error',
          code: 'required',
          details: { text: 'The element "subject" is required.' },
          expression: ['ServiceRequest.subject'],
        },
      ]);
    });

    it('refuses another type', async () => {
      const answer = await rest.acme.post(path, { resourceType: 'Patient' });
      expect([answer.status, issuesOf(answer)]).toEqual([
        400,
        [
          {
            severity: 'error',
            code: 'structure',
            details: { text: 'A resource of the type ServiceRequest is expected here, not Patient.' },
            expression: ['Patient'],
          },
        ],
      ]);
    });

    it('refuses an incomplete order when the client is strict, and stores nothing', async () => {
      const before = (await rest.acme.get(`/fhir/${release}/service_requests?itemsPerPage=100`)).body.length;
      const answer = await rest.acme.post(path, body({ code: codeOf(release, productCoding('nothing')) }), {
        Prefer: 'handling=strict',
        'Accept-Language': 'de',
      });
      expect([answer.status, answer.headers['content-language'], issuesOf(answer)]).toEqual([
        422,
        'de',
        [
          {
            severity: 'error',
            code: 'business-rule',
            details: {
              text: 'Kein Code nennt ein Produkt oder einen LOINC-Code, den genau ein aktives Produkt hat (ServiceRequest.code).',
            },
            expression: ['ServiceRequest.code'],
          },
        ],
      ]);
      expect((await rest.acme.get(`/fhir/${release}/service_requests?itemsPerPage=100`)).body).toHaveLength(before);
    });
  });

  describe('read', () => {
    it.each([
      ['W/"1"', 304],
      ['"1"', 304],
      ['*', 304],
      ['W/"2"', 200],
    ])('If-None-Match %s: %d', async (tag, status) => {
      const { body: created } = await create(draft());
      const answer = await rest.acme.get(`${path}/${created.id}`, { 'If-None-Match': tag });
      expect([answer.status, answer.headers['etag'], answer.text === '']).toEqual([status, 'W/"1"', status === 304]);
    });

    it('If-Modified-Since of its second: 304', async () => {
      const { body: created, headers } = await create(draft());
      const answer = await rest.acme.get(`${path}/${created.id}`, { 'If-Modified-Since': headers['last-modified']! });
      expect(answer.status).toBe(304);
    });

    it.each([
      ['application/fhir+json', '', contentType],
      ['application/json', '', 'application/json; charset=utf-8'],
      ['application/fhir+json, */*; q=0.1', '', contentType],
      ['*/*', '?_format=json', contentType],
      ['application/fhir+json', '?_format=application/json', 'application/json; charset=utf-8'],
      ['*/*', '?_format=application/fhir%2Bjson&_pretty=true', contentType],
      [`application/fhir+json; fhirVersion=${versions[release]}`, '', contentType],
    ])('Accept %s with %s: %s', async (accept, query, expected) => {
      const { body: created } = await create(draft());
      const answer = await rest.acme.get(`${path}/${created.id}${query}`, { Accept: accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, expected]);
    });

    it.each([
      ['application/fhir+xml', ''],
      ['*/*', '?_format=xml'],
      ['application/fhir+json; fhirVersion=3.0', ''],
    ])('Accept %s with %s: 406', async (accept, query) => {
      const answer = await rest.acme.get(`${path}/1${query}`, { Accept: accept });
      expect([answer.status, answer.body.resourceType, answer.body.issue[0].code]).toEqual([406, 'OperationOutcome', 'not-supported']);
    });

    it.each(['999999', '0', 'abc', '9999999999999999999', '01a1fc85-4868-74f8-8fbb-34fdf3d3bada'])('knows no %s', async (id) => {
      const answer = await rest.acme.get(`${path}/${id}`);
      expect([answer.status, issuesOf(answer)]).toEqual([404, [{ severity: 'error', code: 'not-found', details: { text: 'Not Found' } }]]);
    });

    it('shows nothing of another partner', async () => {
      const { body: created } = await create(draft());
      for (const address of [path, `${path}/_history`].map(() => `${path}/${created.id}`)) {
        expect((await rest.gateway.other.get(address)).status).toBe(404);
      }
      expect((await rest.gateway.other.get(`${path}/${created.id}/_history`)).status).toBe(404);
      expect((await rest.gateway.other.get(`${path}/${created.id}/_history/1`)).status).toBe(404);
      expect((await rest.gateway.other.put(`${path}/${created.id}`, draft({ id: created.id }))).status).toBe(404);
    });
  });
});
