import type { TestAnswer } from '../support/test-client';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';

const path = '/v1/diagnostic_orders';

describe('authentication', () => {
  let gateway: TestGateway;
  let secret: string;
  let addresses = 0;

  /** A request from an address of its own, so that the limit of failures does not count here. */
  const ask = (headers: Record<string, string>, method = 'GET'): Promise<TestAnswer> => {
    addresses += 1;
    return gateway.nobody.send(method, path, undefined, { 'X-Forwarded-For': `2001:db8::${addresses.toString(16)}`, ...headers });
  };

  function expectUnauthenticated(answer: TestAnswer): void {
    expectProblem(answer, 401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers).not.toHaveProperty('ratelimit');
  }

  beforeAll(async () => {
    gateway = await startGateway({ trustedProxies: 'loopback' });
    secret = await gateway.secretWith({ scopes: ['orders:read'] });
  });

  afterAll(() => gateway.stop());

  it('makes tokens of 32 random bytes with the prefix of the service', () => {
    expect(secret).toMatch(/^lab_[A-Za-z0-9_-]{43}$/);
  });

  it.each<[string, () => Record<string, string>]>([
    ['X-API-TOKEN', () => ({ 'X-API-TOKEN': secret })],
    ['Authorization: Bearer', () => ({ Authorization: `Bearer ${secret}` })],
    ['Authorization in other capitals', () => ({ authorization: `bearer ${secret}` })],
    ['both headers with the same token', () => ({ 'X-API-TOKEN': secret, Authorization: `Bearer ${secret}` })],
    ['X-API-TOKEN beside credentials of another scheme', () => ({ 'X-API-TOKEN': secret, Authorization: 'Basic dXNlcjpwYXNz' })],
  ])('lets in with %s', async (_, headers) => {
    const answer = await ask(headers());
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  it.each<[string, () => Record<string, string>]>([
    ['no header', () => ({})],
    ['an empty X-API-TOKEN', () => ({ 'X-API-TOKEN': '' })],
    ['an unknown token', () => ({ 'X-API-TOKEN': `lab_${'A'.repeat(43)}` })],
    ['an unknown token as bearer', () => ({ Authorization: `Bearer lab_${'A'.repeat(43)}` })],
    ['a text that is no token', () => ({ 'X-API-TOKEN': "' OR 1=1 --" })],
    ['a very long token', () => ({ 'X-API-TOKEN': 'x'.repeat(50_000) })],
    ['the token in other capitals', () => ({ 'X-API-TOKEN': secret.toUpperCase() })],
    ['the token and more', () => ({ 'X-API-TOKEN': `${secret}x` })],
    ['half of the token', () => ({ 'X-API-TOKEN': secret.slice(0, 25) })],
    ['Basic', () => ({ Authorization: `Basic ${Buffer.from(`token:${secret}`).toString('base64')}` })],
    ['Digest', () => ({ Authorization: `Digest ${secret}` })],
    ['Token', () => ({ Authorization: `Token ${secret}` })],
    ['the bare token in Authorization', () => ({ Authorization: secret })],
    ['Bearer without a token', () => ({ Authorization: 'Bearer ' })],
    ['two bearer tokens', () => ({ Authorization: `Bearer ${secret} ${secret}` })],
    ['a cookie', () => ({ Cookie: `token=${secret}` })],
  ])('answers 401 to %s', async (_, headers) => {
    expectUnauthenticated(await ask(headers()));
  });

  it('reads no token from the query', async () => {
    const answer = await gateway.nobody.get(`${path}?access_token=${secret}`, { 'X-Forwarded-For': '192.0.2.99' });
    expectUnauthenticated(answer);
    expect(answer.text).not.toContain(secret);
  });

  it('answers 401 to two headers with different tokens, even if both are valid', async () => {
    const second = await gateway.secretWith({ scopes: ['orders:read'] });
    expectUnauthenticated(await ask({ 'X-API-TOKEN': secret, Authorization: `Bearer ${second}` }));
    expectUnauthenticated(await ask({ 'X-API-TOKEN': 'unknown', Authorization: `Bearer ${secret}` }));
  });

  it('answers 401 without a body to HEAD', async () => {
    const answer = await ask({}, 'HEAD');
    expect(answer).toMatchObject({ status: 401, text: '' });
    expect(answer.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'content-type': 'application/problem+json; charset=utf-8' });
  });

  it.each([
    ['de', 'Ein Fehler ist aufgetreten'],
    ['fr', 'Une erreur est survenue'],
  ])('tells the error in %s', async (language, title) => {
    const answer = await ask({ 'Accept-Language': language });
    expect(answer.headers['content-language']).toBe(language);
    expect(answer.body).toMatchObject({ status: 401, title });
    expect(answer.body.detail).not.toBe((await ask({})).body.detail);
  });

  it('stops a token at the moment it expires', async () => {
    const moment = new Date('2026-03-01T00:00:00.000Z');
    gateway.clock.set('2026-02-28T23:59:59.000Z');
    const expiring = { 'X-API-TOKEN': await gateway.secretWith({ scopes: ['orders:read'], expiresAt: moment }) };
    try {
      expect((await ask(expiring)).status).toBe(200);
      gateway.clock.set('2026-02-28T23:59:59.999Z');
      expect((await ask(expiring)).status).toBe(200);
      gateway.clock.set('2026-03-01T00:00:00.000Z');
      expectUnauthenticated(await ask(expiring));
    } finally {
      gateway.clock.set(undefined);
    }
  });

  it('tells nothing apart: unknown, expired and revoked answer alike', async () => {
    const expired = await gateway.secretWith({ expiresAt: new Date('2020-01-01') });
    const created = await gateway.operator.post('/admin/v1/tokens', { partner: 'acme', name: 'short', scopes: ['orders:read'] });
    await gateway.operator.send('DELETE', `/admin/v1/tokens/${created.body.id}`);
    const answers = await Promise.all(['unknown', expired, created.body.token].map((token) => ask({ 'X-API-TOKEN': token })));
    for (const answer of answers) expectUnauthenticated(answer);
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
  });

  it('stops a token that this process revokes at once', async () => {
    const { body: token } = await gateway.operator.post('/admin/v1/tokens', { partner: 'acme', name: 'short', scopes: ['orders:read'] });
    expect((await ask({ 'X-API-TOKEN': token.token })).status).toBe(200);
    expect((await gateway.operator.send('DELETE', `/admin/v1/tokens/${token.id}`)).status).toBe(204);
    expectUnauthenticated(await ask({ 'X-API-TOKEN': token.token }));
  });

  it('stops a token that another process revokes within 5 seconds, however often it is used', async () => {
    const { body: token } = await gateway.operator.post('/admin/v1/tokens', { partner: 'acme', name: 'short', scopes: ['orders:read'] });
    expect((await ask({ 'X-API-TOKEN': token.token })).status).toBe(200);
    await gateway.dataSource.query('UPDATE access_tokens SET revoked_at = now() WHERE id = $1', [token.id]);
    const revoked = Date.now();
    let answer: TestAnswer;
    do {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await ask({ 'X-API-TOKEN': token.token });
    } while (answer.status === 200 && Date.now() - revoked < 6_000);
    expectUnauthenticated(answer);
    expect(Date.now() - revoked).toBeLessThan(5_000);
  });

  it('answers 403 to a valid token that lacks the scope, and names it', async () => {
    const answer = await gateway.nobody.get('/v1/test_results', { 'X-API-TOKEN': secret });
    expectProblem(answer, 403, expect.stringContaining('results:read'));
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    expect(answer.headers).toHaveProperty('ratelimit');
  });
});

describe('the limit of failed authentication', () => {
  let gateway: TestGateway;

  afterEach(() => gateway.stop());

  const fail = (address?: string): Promise<TestAnswer> =>
    gateway.nobody.get(path, { 'X-API-TOKEN': 'wrong', ...(address !== undefined && { 'X-Forwarded-For': address }) });

  it('lets an address fail 30 times a minute; then 429, but not for a valid token from there', async () => {
    gateway = await startGateway();
    const first = await Promise.all(Array.from({ length: 30 }, () => fail()));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([401]));
    const limited = await fail();
    expectProblem(limited, 429);
    const seconds = Number(limited.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await gateway.nobody.get(path)).status).toBe(429);
    expect((await gateway.acme.get(path)).status).toBe(200);
    expect((await gateway.nobody.get('/health/live')).status).toBe(200);
    expect((await fail('203.0.113.7')).status).toBe(429);
  });

  it('counts per client behind a trusted proxy', async () => {
    gateway = await startGateway({ trustedProxies: 'loopback' });
    for (let count = 0; count < 30; count += 1) expect((await fail('203.0.113.7')).status).toBe(401);
    expect((await fail('203.0.113.7')).status).toBe(429);
    expect((await fail('203.0.113.8')).status).toBe(401);
    expect((await gateway.clientWith({})).token).toBeDefined();
    expect((await gateway.acme.get(path, { 'X-Forwarded-For': '203.0.113.7' })).status).toBe(200);
  });

  it('takes of a forwarded address what the trusted proxy has added, whatever the client says', async () => {
    gateway = await startGateway({ trustedProxies: 'loopback' });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => fail(`198.51.100.${index}, 203.0.113.7`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    expect((await fail('203.0.113.7, 203.0.113.8')).status).toBe(401);
  });
});
