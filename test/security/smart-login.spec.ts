import { SmartCleaner } from '@gateway/access';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startGateway, type TestGateway } from '../support/gateway';
import { expectProblem } from '../support/problems';
import { sendForm, SmartTestClient } from '../support/smart-client';
import { TestClient } from '../support/test-client';

const read = '/v1/test_results';

describe('POST /auth/token', () => {
  let database: TestDatabase;
  let gateway: TestGateway;
  let second: TestGateway;
  let ehr: SmartTestClient;
  let addresses = 0;

  /** Each from an address of its own, so that failures do not add up. */
  const fromAnywhere = () => {
    addresses += 1;
    return { headers: { 'X-Forwarded-For': `2001:db8::${addresses.toString(16)}` } };
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    gateway = await startGateway({ database, trustedProxies: 'loopback' });
    second = await startGateway({ database, trustedProxies: 'loopback' });
    ehr = new SmartTestClient(gateway, 'ehr');
    await ehr.register();
  });

  afterEach(() => {
    gateway.clock.set(undefined);
  });

  afterAll(async () => {
    await gateway.stop();
    await second.stop();
    await database.drop();
  });

  it.each(['ES384', 'RS384'] as const)('gives a token for an assertion signed with %s', async (algorithm) => {
    const client = new SmartTestClient(gateway, `ehr-${algorithm}`, { algorithm });
    await client.register();
    const answer = await client.ask({ scope: 'system/*.read' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^lab_[A-Za-z0-9_-]{43}$/),
      token_type: 'bearer',
      expires_in: 300,
      scope: 'system/*.read',
    });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    const secret: string = answer.body.access_token;
    const bearer = await gateway.nobody.get(read, { Authorization: `Bearer ${secret}` });
    expect([bearer.status, bearer.headers['ratelimit-policy']]).toEqual([200, '"default";q=1000000;w=60']);
    expect((await new TestClient(gateway.url, secret).get(read)).status).toBe(200);
  });

  it('gives what is both asked for and registered, and doors to match', async () => {
    const client = new SmartTestClient(gateway, 'narrow');
    await client.register({ scopes: ['system/ServiceRequest.cru', 'system/Observation.rs'] });
    const scopeOf = async (scope: string): Promise<unknown> => (await client.ask({ scope })).body.scope;
    expect(await scopeOf('system/ServiceRequest.cruds openid')).toBe('system/ServiceRequest.cru');
    expect(await scopeOf('system/*.rs')).toBe('system/ServiceRequest.r system/Observation.rs');
    const answer = await client.ask({ scope: 'system/Patient.rs' });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_scope', error_description: expect.any(String) } });
    // Reports are not among its scopes, and results hold them.
    const narrow = await client.loggedIn();
    const refusals = [await narrow.get(read), await narrow.get('/v1/diagnostic_orders'), await narrow.get('/admin/v1/tokens')];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('gives a token of the client’s own partner', async () => {
    const other = new SmartTestClient(gateway, 'others-ehr');
    await other.register({ partner: 'other' });
    await other.loggedIn();
    const rows = await gateway.dataSource.query<{ slug: string; name: string; scopes: string[]; smart_scopes: string[] }[]>(
      `SELECT p.slug, t.name, t.scopes, t.smart_scopes FROM access_tokens t
         JOIN partners p ON p.id = t.partner_id JOIN smart_clients c ON c.id = t.client_id WHERE c.client_id = 'others-ehr'`,
    );
    const scopes = ['fhir:read', 'fhir:write', 'results:read'];
    expect(rows).toEqual([{ slug: 'other', name: 'Client others-ehr', scopes, smart_scopes: ['system/*.crus'] }]);
  });

  it('ends the token after five minutes, and removes it', async () => {
    const count = async (): Promise<number> =>
      (
        await gateway.dataSource.query(
          "SELECT t.id FROM access_tokens t JOIN smart_clients c ON c.id = t.client_id WHERE c.client_id = 'short'",
        )
      ).length;
    const client = new SmartTestClient(gateway, 'short');
    await client.register();
    const start = gateway.clock.now().getTime();
    const program = await client.loggedIn();
    const at = (seconds: number): void => gateway.clock.set(new Date(start + seconds * 1000).toISOString());
    at(299);
    expect((await program.get(read)).status).toBe(200);
    at(302);
    expectProblem(await program.get(read), 401);
    await gateway.application.get(SmartCleaner).removeExpired();
    expect(await count()).toBe(1);
    at(400);
    await gateway.application.get(SmartCleaner).removeExpired();
    expect(await count()).toBe(0);
    expect((await gateway.acme.get(read)).status).toBe(200);
  }, 60_000);

  it('takes an assertion once, of all that come at once to several instances', async () => {
    const client_assertion = await ehr.assertion();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ehr.ask({ client_assertion }, { url: index % 2 === 0 ? gateway.url : second.url, ...fromAnywhere() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
    expect(answers.find(({ status }) => status === 401)?.body).toEqual({
      error: 'invalid_client',
      error_description: 'The assertion was used before.',
    });
  });

  it('remembers an assertion as long as it could be used, and no longer', async () => {
    const stored = async (): Promise<number> => (await gateway.dataSource.query('SELECT 1 FROM smart_assertions')).length;
    const start = gateway.clock.now().getTime();
    const client_assertion = await ehr.assertion();
    await ehr.ask({ client_assertion });
    gateway.clock.set(new Date(start + 235_000).toISOString());
    await gateway.application.get(SmartCleaner).removeExpired();
    expect((await ehr.ask({ client_assertion }, fromAnywhere())).body.error_description).toBe('The assertion was used before.');
    gateway.clock.set(new Date(start + 600_000).toISOString());
    await gateway.application.get(SmartCleaner).removeExpired();
    expect((await ehr.ask({ client_assertion }, fromAnywhere())).body.error_description).toBe('The assertion has expired.');
    expect(await stored()).toBe(0);
  });

  it.each<[string, () => Promise<Record<string, string>>, number, string]>([
    ['another grant', () => Promise.resolve({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['no scope', () => Promise.resolve({ scope: '' }), 400, 'invalid_scope'],
    ['another kind of assertion', () => Promise.resolve({ client_assertion_type: 'x' }), 400, 'invalid_request'],
    ['no assertion', () => Promise.resolve({ client_assertion: '' }), 401, 'invalid_client'],
    ['an assertion that is none', () => Promise.resolve({ client_assertion: 'x.y.z' }), 401, 'invalid_client'],
    ['the assertion of another client', () => Promise.resolve({ client_id: 'narrow' }), 401, 'invalid_client'],
    ['another audience', async () => ({ client_assertion: await ehr.assertion({ aud: 'https://other.example' }) }), 401, 'invalid_client'],
    [
      'a client that is not registered',
      async () => ({ client_assertion: await new SmartTestClient(gateway, 'nobody').assertion() }),
      401,
      'invalid_client',
    ],
    [
      'the key of a stranger',
      async () => ({ client_assertion: await new SmartTestClient(gateway, 'ehr', { kid: 'ehr-1' }).assertion() }),
      401,
      'invalid_client',
    ],
  ])('refuses %s', async (_, form, status, error) => {
    const answer = await ehr.ask(await form(), fromAnywhere());
    expect(answer).toMatchObject({ status, body: { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) } });
    expect(Object.keys(answer.body)).toEqual(['error', 'error_description']);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });

  it('takes a form and nothing else', async () => {
    const form = 'grant_type=client_credentials';
    expectProblem(await sendForm(gateway.url, form, { 'Content-Type': 'application/json' }), 415);
    expectProblem(await sendForm(gateway.url, `a=${'x'.repeat(40_000)}`), 413);
    expectProblem(await gateway.nobody.get('/auth/token'), 405);
    expectProblem(await sendForm(gateway.url, form, { Accept: 'text/html' }), 406);
    expect((await sendForm(gateway.url, form, { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' })).body.error).toBe(
      'invalid_client',
    );
    expectProblem(await gateway.nobody.send('POST', '/auth/token?grant_type=client_credentials'), 400);
  });

  it('minds neither an idempotency key nor another token', async () => {
    const headers = { 'Idempotency-Key': 'same', 'X-API-TOKEN': 'unknown' };
    const tokens = [await ehr.ask({}, { headers }), await ehr.ask({}, { headers })].map(({ body }) => body.access_token as string);
    expect(new Set(tokens).size).toBe(2);
  });

  it('lets an address fail thirty times a minute; clients that prove themselves are not affected', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    const fail = () => ehr.ask({ client_assertion: 'x.y.z' }, { headers });
    for (let count = 0; count < 30; count += 1) expect((await fail()).status).toBe(401);
    const limited = await fail();
    expectProblem(limited, 429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ehr.ask({}, { headers })).status).toBe(200);
  });
});

describe('the rate limit of a client', () => {
  it('counts its logins and the requests of all its tokens together', async () => {
    const gateway = await startGateway({ rateLimit: { quota: 60, windowSeconds: 60, burst: 5 } });
    gateway.clock.set('2026-03-01T12:00:00Z');
    const client = new SmartTestClient(gateway, 'busy');
    await client.register();
    const programs = [await client.loggedIn(), await client.loggedIn()];
    for (const program of programs) expect((await program.get(read)).status).toBe(200);
    const last = await client.ask();
    expect([last.status, last.headers['ratelimit']]).toEqual([200, expect.stringMatching(/^"default";r=0;/)]);
    expectProblem(await client.ask(), 429);
    expectProblem(await programs[0]!.get(read), 429);
    expect((await gateway.acme.get(read)).status).toBe(200);
    await gateway.stop();
  });
});
