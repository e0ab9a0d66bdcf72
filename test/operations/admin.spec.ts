import { createHash } from 'node:crypto';
import { operatingScopes, partnerScopes } from '@gateway/access';
import { anyMoment, anyUuid, nowhere } from '../support/patterns';
import { expectProblem, expectViolations, violation } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';
import { TestClient } from '../support/test-client';

describe('the administration', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  const createToken = (body: Readonly<Record<string, unknown>>) => gateway.operator.post('/admin/v1/tokens', { name: 'one', ...body });

  describe('PUT /admin/v1/partners/{slug}', () => {
    it('makes a partner with 201 and changes its name with 200', async () => {
      const made = await gateway.operator.put('/admin/v1/partners/new-partner.1', { name: 'New & Söhne' });
      expect(made).toMatchObject({ status: 201, body: { slug: 'new-partner.1', name: 'New & Söhne', createdAt: anyMoment } });
      expect(Object.keys(made.body).sort()).toEqual(['createdAt', 'name', 'slug']);
      const changed = await gateway.operator.put('/admin/v1/partners/new-partner.1', { name: 'Newer' });
      expect(changed).toMatchObject({ status: 200, body: { ...made.body, name: 'Newer' } });
    });

    it('makes one partner of requests at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => gateway.operator.put('/admin/v1/partners/race', { name: 'Race' })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    });

    it.each(['UPPER', '-x', 'x-', 'a--b', 'ä', 'a'.repeat(65), 'a%20b'])('has no partner named %s', async (slug) => {
      expectProblem(await gateway.operator.put(`/admin/v1/partners/${encodeURI(decodeURI(slug))}`, { name: 'x' }), 404);
    });

    it.each<[string, unknown, Parameters<typeof expectViolations>[1][]]>([
      ['no name', {}, [violation('name', 'NotBlank')]],
      ['null', { name: null }, [violation('name', 'NotNull')]],
      ['a blank name', { name: ' ' }, [violation('name', 'NotBlank')]],
      ['256 characters', { name: 'n'.repeat(256) }, [violation('name', 'TooLong', { payload: { max: 255 } })]],
    ])('refuses %s', async (_, body, expected) => {
      expectViolations(await gateway.operator.put('/admin/v1/partners/acme', body), ...expected);
    });
  });

  describe('POST /admin/v1/tokens', () => {
    it('shows the token once, and it works at once', async () => {
      const answer = await createToken({ partner: 'acme', scopes: ['orders:read', 'products:read'] });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        id: anyUuid,
        token: expect.stringMatching(/^lab_[A-Za-z0-9_-]{43}$/),
        partner: 'acme',
        name: 'one',
        scopes: ['orders:read', 'products:read'],
        expiresAt: null,
        createdAt: anyMoment,
      });
      const client = new TestClient(gateway.url, answer.body.token);
      expect((await client.get('/v1/diagnostic_orders')).status).toBe(200);
      expect((await client.get('/v1/diagnostic_tests')).status).toBe(403);
    });

    it('makes tokens of the operating side without a partner', async () => {
      const answer = await createToken({ scopes: ['lab:write'], laboratory: 'north' });
      expect(answer.body).toMatchObject({ partner: null, scopes: ['lab:write'] });
      const { body: list } = await gateway.operator.get('/admin/v1/tokens');
      expect(list.find(({ id }: { id: string }) => id === answer.body.id)).toMatchObject({ partner: null, laboratory: 'north' });
    });

    it('takes an expiry in the past: the token exists and does not work', async () => {
      const answer = await createToken({ partner: 'acme', scopes: ['orders:read'], expiresAt: '2020-01-01T01:00:00+01:00' });
      expect(answer).toMatchObject({ status: 201, body: { expiresAt: '2020-01-01T00:00:00.000Z' } });
      expect((await new TestClient(gateway.url, answer.body.token).get('/v1/diagnostic_orders')).status).toBe(401);
    });

    it.each(partnerScopes.map((scope, index) => [scope, index] as const))('gives %s to partners alone', async (scope) => {
      expect((await createToken({ partner: 'acme', scopes: [scope] })).status).toBe(201);
      const refused = await createToken({ scopes: [scope] });
      expectViolations(refused, violation('scopes[0]', 'Choice', { payload: { choices: operatingScopes } }));
    });

    it.each(operatingScopes.map((scope) => [scope] as const))('gives %s to the operating side alone', async (scope) => {
      expect((await createToken({ scopes: [scope] })).status).toBe(201);
      const refused = await createToken({ partner: 'acme', scopes: ['orders:read', scope] });
      expectViolations(refused, violation('scopes[1]', 'Choice', { payload: { choices: partnerScopes } }));
    });

    it.each<[string, Record<string, unknown>, Parameters<typeof expectViolations>[1][]]>([
      ['no scopes', { partner: 'acme' }, [violation('scopes', 'NotBlank')]],
      ['an empty list of scopes', { partner: 'acme', scopes: [] }, [violation('scopes', 'TooFew', { payload: { min: 1 } })]],
      ['an unknown scope', { partner: 'acme', scopes: ['orders:delete'] }, [violation('scopes[0]', 'Choice')]],
      ['an unknown partner', { partner: 'nobody', scopes: ['orders:read'] }, [violation('partner', 'Choice')]],
      ['no name', { name: undefined, scopes: ['admin'] }, [violation('name', 'NotBlank')]],
      ['an expiry without offset', { scopes: ['admin'], expiresAt: '2030-01-01T00:00:00' }, [violation('expiresAt', 'DateTimeFormat')]],
      [
        'limits out of range',
        { scopes: ['admin'], rateLimit: { quota: 0, windowSeconds: 60, burst: -1 } },
        [violation('rateLimit.quota', 'Range'), violation('rateLimit.burst', 'Range')],
      ],
      [
        'a limit that is not whole',
        { scopes: ['admin'], rateLimit: { quota: 1, windowSeconds: 1 } },
        [violation('rateLimit.burst', 'NotBlank')],
      ],
      [
        'everything at once, in the order of the body',
        { name: '', scopes: ['x'], expiresAt: 'soon' },
        [violation('name', 'NotBlank'), violation('scopes[0]', 'Choice'), violation('expiresAt', 'DateTimeFormat')],
      ],
    ])('refuses %s', async (_, body, expected) => {
      expectViolations(await createToken(body), ...expected);
    });

    it.each([
      [{ scopes: 'admin' }, 'The type of the "scopes" attribute must be "array", "string" given.'],
      [{ scopes: [1] }, 'The type of the "scopes[0]" attribute must be "string", "number" given.'],
      [
        { scopes: ['admin'], rateLimit: { quota: '1', windowSeconds: 1, burst: 1 } },
        'The type of the "rateLimit.quota" attribute must be "integer", "string" given.',
      ],
    ])('answers 400 to %j', async (body, detail) => {
      expectProblem(await createToken(body), 400, detail);
    });

    it('stores the SHA-256 of the token and nothing else of it', async () => {
      const { body } = await createToken({ partner: 'acme', scopes: ['orders:read'] });
      const [row] = await gateway.dataSource.query('SELECT *, row_to_json(t)::text AS everything FROM access_tokens t WHERE id = $1', [
        body.id,
      ]);
      expect(row.digest).toEqual(createHash('sha256').update(body.token).digest());
      expect(row.everything).not.toContain(body.token.slice(4, 20));
    });
  });

  describe('GET and DELETE /admin/v1/tokens', () => {
    it('lists tokens, oldest first, without their secrets', async () => {
      const created = await createToken({ partner: 'acme', name: 'listed', scopes: ['orders:read'] });
      const { token, ...shown } = created.body;
      const answer = await gateway.operator.get('/admin/v1/tokens');
      expect(answer.status).toBe(200);
      expect(answer.body.at(-1)).toMatchObject({ ...shown, revokedAt: null });
      expect(answer.text).not.toContain(token);
      for (const one of answer.body) expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['token']));
      const moments = answer.body.map(({ createdAt }: { createdAt: string }) => createdAt);
      expect(moments).toEqual([...moments].sort());
      expect(answer.text).not.toMatch(/digest|lab_/);
    });

    it('revokes with 204, again with 204, and tells when', async () => {
      const { body } = await createToken({ partner: 'acme', scopes: ['orders:read'] });
      const address = `/admin/v1/tokens/${body.id}`;
      const revoked = await gateway.operator.send('DELETE', address);
      expect([revoked.status, revoked.text, revoked.headers['content-type']]).toEqual([204, '', undefined]);
      const find = async () => (await gateway.operator.get('/admin/v1/tokens')).body.find(({ id }: { id: string }) => id === body.id);
      const first = await find();
      expect(first.revokedAt).toEqual(anyMoment);
      expect((await gateway.operator.send('DELETE', address)).status).toBe(204);
      expect(await find()).toEqual(first);
      expect((await new TestClient(gateway.url, body.token).get('/v1/diagnostic_orders')).status).toBe(401);
    });

    it.each([nowhere, 'x'])('answers 404 to the id %s', async (id) => {
      expectProblem(await gateway.operator.send('DELETE', `/admin/v1/tokens/${id}`), 404);
    });
  });
});
