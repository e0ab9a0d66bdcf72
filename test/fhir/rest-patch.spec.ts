import { baseUrl, releasePaths } from '../support/fhir-requests';
import { useRestRequests } from '../support/fhir-rest';

describe.each(releasePaths)('patches and histories of ServiceRequests on the standard paths of %s', (release) => {
  const rest = useRestRequests(release);
  const { path, draft, create } = rest;

  describe('patch', () => {
    const patch = (id: string, operations: unknown, headers = {}) =>
      rest.acme.send('PATCH', `${path}/${id}`, operations, { 'Content-Type': 'application/json-patch+json', ...headers });

    it('changes what it names and nothing else', async () => {
      const { body: created } = await create(draft({ note: [{ text: 'a' }] }));
      const answer = await patch(created.id, [
        { op: 'test', path: '/status', value: 'draft' },
        { op: 'add', path: '/note/-', value: { text: 'b' } },
        { op: 'replace', path: '/status', value: 'on-hold' },
      ]);
      expect([answer.status, answer.headers['etag']]).toEqual([200, 'W/"2"']);
      const read = (await rest.acme.get(`${path}/${created.id}`)).body;
      expect(read).toEqual({ ...draft({ note: [{ text: 'a' }, { text: 'b' }], status: 'on-hold' }), id: created.id, meta: read.meta });
    });

    it.each([
      ['a test that fails', [{ op: 'test', path: '/status', value: 'active' }], 422],
      ['a path to nowhere', [{ op: 'remove', path: '/priority' }], 422],
      ['an operation that is none', [{ op: 'merge', path: '/priority' }], 400],
      ['no list', { op: 'remove', path: '/status' }, 400],
      ['an invalid outcome', [{ op: 'remove', path: '/intent' }], 400],
      ['another id', [{ op: 'replace', path: '/id', value: '1x' }], 400],
    ])('refuses %s, and changes nothing', async (_, operations, status) => {
      const { body: created } = await create(draft());
      const answer = await patch(created.id, operations);
      expect([answer.status, answer.body.resourceType]).toEqual([status, 'OperationOutcome']);
      expect((await rest.acme.get(`${path}/${created.id}`)).headers['etag']).toBe('W/"1"');
    });

    it('takes JSON Patch alone, and says so', async () => {
      const { body: created } = await create(draft());
      const answer = await patch(created.id, [], { 'Content-Type': 'application/fhir+json' });
      expect([answer.status, answer.headers['accept-patch']]).toEqual([415, 'application/json-patch+json']);
    });

    it('holds If-Match', async () => {
      const { body: created } = await create(draft());
      const operations = [{ op: 'add', path: '/priority', value: 'asap' }];
      expect((await patch(created.id, operations, { 'If-Match': 'W/"7"' })).status).toBe(412);
      expect((await patch(created.id, operations, { 'If-Match': 'W/"1"' })).status).toBe(200);
    });

    it('loses no patch of clients that race', async () => {
      const { body: created } = await create(draft({ note: [{ text: 'first' }] }));
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => patch(created.id, [{ op: 'add', path: '/note/-', value: { text: `n${index}` } }])),
      );
      const read = await rest.acme.get(`${path}/${created.id}`);
      expect([read.body.note.length, read.headers['etag']]).toEqual([11, 'W/"11"']);
    });
  });

  describe('history', () => {
    it('has every version, the newest first, in pages', async () => {
      const { body: created } = await create(draft());
      const address = `${path}/${created.id}`;
      for (const priority of ['urgent', 'asap']) await rest.acme.put(address, draft({ id: created.id, priority }));
      const answer = await rest.acme.get(`${address}/_history?_count=2`);
      expect(answer.body).toMatchObject({ resourceType: 'Bundle', type: 'history', total: 3 });
      expect(answer.body.link).toEqual([
        { relation: 'self', url: `${baseUrl}${address}/_history?_count=2` },
        { relation: 'next', url: `${baseUrl}${address}/_history?_count=2&_before=2` },
      ]);
      expect(answer.body.entry.map((entry: any) => [entry.fullUrl, entry.request, entry.response.status, entry.response.etag])).toEqual([
        [`${baseUrl}${address}`, { method: 'PUT', url: `ServiceRequest/${created.id}` }, '200', 'W/"3"'],
        [`${baseUrl}${address}`, { method: 'PUT', url: `ServiceRequest/${created.id}` }, '200', 'W/"2"'],
      ]);
      const next = await rest.acme.get(answer.body.link[1].url.slice(baseUrl.length));
      expect(next.body.entry.map((entry: any) => [entry.request, entry.resource])).toEqual([
        [
          { method: 'POST', url: 'ServiceRequest' },
          { ...draft(), id: created.id, meta: created.meta },
        ],
      ]);
      expect(next.body.link).toHaveLength(1);
    });

    it('begins at a moment', async () => {
      rest.gateway.clock.set('2026-03-01T10:00:00.000Z');
      const { body: created } = await create(draft());
      rest.gateway.clock.set('2026-03-02T10:00:00.000Z');
      await rest.acme.put(`${path}/${created.id}`, draft({ id: created.id, priority: 'asap' }));
      const since = async (moment: string) =>
        (await rest.acme.get(`${path}/${created.id}/_history?_since=${encodeURIComponent(moment)}`)).body;
      expect((await since('2026-03-02T10:00:00.000Z')).entry).toHaveLength(1);
      expect((await since('2026-03-02T11:00:00+01:00')).entry).toHaveLength(1);
      expect((await since('2026-03-02T10:00:00.001Z')).entry).toBeUndefined();
      expect((await since('2026-03-01')).entry).toHaveLength(2);
    });

    it.each(['_count=0', '_count=x', '_since=yesterday', '_before=0'])('refuses %s', async (query) => {
      const { body: created } = await create(draft());
      expect((await rest.acme.get(`${path}/${created.id}/_history?${query}`)).status).toBe(400);
    });

    it('passes over what it does not know, unless the client is strict', async () => {
      const { body: created } = await create(draft());
      expect((await rest.acme.get(`${path}/${created.id}/_history?colour=red`)).body.link[0].url).toBe(
        `${baseUrl}${path}/${created.id}/_history`,
      );
      expect((await rest.acme.get(`${path}/${created.id}/_history?colour=red`, { Prefer: 'handling=strict' })).status).toBe(400);
    });
  });
});
