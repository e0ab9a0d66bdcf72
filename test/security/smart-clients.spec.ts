import { createTestDatabase } from '../support/database';
import { anyMoment } from '../support/patterns';
import { expectProblem, expectViolations, violation } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';
import { SmartTestClient } from '../support/smart-client';
import { TestClient } from '../support/test-client';

const read = '/v1/test_results';

describe('/admin/v1/clients', () => {
  let gateway: TestGateway;
  let ehr: SmartTestClient;
  let rsa: SmartTestClient;

  beforeAll(async () => {
    gateway = await startGateway();
    ehr = new SmartTestClient(gateway, 'ehr');
    rsa = new SmartTestClient(gateway, 'rsa', { algorithm: 'RS384' });
  });

  afterAll(() => gateway.stop());

  const bodyOf = async (overrides: object = {}) => ({
    partner: 'acme',
    name: 'EHR',
    jwks: await ehr.jwks(),
    scopes: ['system/Observation.rs'],
    ...overrides,
  });
  const put = (clientId: string, body: unknown) => gateway.operator.put(`/admin/v1/clients/${clientId}`, body);

  it('registers with 201, changes with 200, lists, and removes with 204', async () => {
    const body = await bodyOf({ jwksUrl: 'https://ehr.example/jwks' });
    const made = await put('Acme.EHR_1~x', body);
    const expected = { clientId: 'Acme.EHR_1~x', partner: 'acme', name: 'EHR', jwks: body.jwks, scopes: body.scopes, createdAt: anyMoment };
    expect([made.status, made.body]).toEqual([201, expected]);
    const changed = await put('Acme.EHR_1~x', { ...body, name: 'Newer', scopes: ['system/*.read'] });
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, name: 'Newer', scopes: ['system/*.read'] }]);
    expect((await gateway.operator.get('/admin/v1/clients')).body).toEqual([changed.body]);
    expect((await gateway.operator.send('DELETE', '/admin/v1/clients/Acme.EHR_1~x')).status).toBe(204);
    expectProblem(await gateway.operator.send('DELETE', '/admin/v1/clients/Acme.EHR_1~x'), 404);
    expect((await gateway.operator.get('/admin/v1/clients')).body).toEqual([]);
  });

  it('makes one client of requests at once', async () => {
    const body = await bodyOf();
    const answers = await Promise.all(Array.from({ length: 10 }, () => put('race', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
    await gateway.operator.send('DELETE', '/admin/v1/clients/race');
  });

  it.each(['-x', '.x', 'a%20b', 'a%2Fb', 'ä', 'a'.repeat(129)])('has no client named %s', async (clientId) => {
    expectProblem(await put(encodeURI(decodeURI(clientId)), await bodyOf()), 404);
  });

  it('keeps of a key what is public', async () => {
    const [key] = (await rsa.jwks()).keys;
    const { body } = await put('extra', await bodyOf({ jwks: { keys: [{ ...key, use: 'sig', alg: 'RS384', x5c: ['x'], note: 'mine' }] } }));
    expect(body.jwks).toEqual({ keys: [{ ...key, use: 'sig', alg: 'RS384' }] });
    await gateway.operator.send('DELETE', '/admin/v1/clients/extra');
  });

  it.each<[string, (keys: object[]) => object, Parameters<typeof expectViolations>[1][]]>([
    [
      'nothing',
      () => ({ partner: undefined, name: undefined, jwks: undefined, scopes: undefined }),
      ['partner', 'name', 'jwks', 'scopes'].map((member) => violation(member, 'NotBlank')),
    ],
    ['an unknown partner', () => ({ partner: 'nobody' }), [violation('partner', 'Choice')]],
    ['no key', () => ({ jwks: { keys: [] } }), [violation('jwks.keys', 'TooFew')]],
    ['eleven keys', (keys) => ({ jwks: { keys: Array.from({ length: 11 }, () => keys[0]) } }), [violation('jwks.keys', 'TooMany')]],
    ['an address instead of keys', () => ({ jwks: undefined, jwksUrl: 'https://ehr.example/jwks' }), [violation('jwks', 'NotBlank')]],
    [
      'a private key',
      (keys) => ({ jwks: { keys: [{ ...keys[0], d: 'c2VjcmV0' }] } }),
      [violation('jwks.keys[0].d', 'Choice', { hint: ['public'] })],
    ],
    [
      'a shared secret',
      () => ({ jwks: { keys: [{ kty: 'oct', kid: 'k', k: 'c2VjcmV0' }] } }),
      [violation('jwks.keys[0].kty', 'Choice'), violation('jwks.keys[0].k', 'Choice')],
    ],
    ['a key without kid', (keys) => ({ jwks: { keys: [{ ...keys[0], kid: undefined }] } }), [violation('jwks.keys[0].kid', 'NotBlank')]],
    ['one kid for two keys', (keys) => ({ jwks: { keys: [keys[0], keys[0]] } }), [violation('jwks.keys[1].kid', 'Unique')]],
    ['another curve', (keys) => ({ jwks: { keys: [{ ...keys[0], crv: 'P-256' }] } }), [violation('jwks.keys[0].crv', 'Choice')]],
    [
      'a short modulus',
      () => ({ jwks: { keys: [{ kty: 'RSA', kid: 'k', n: 'AQAB', e: 'AQAB' }] } }),
      [violation('jwks.keys[0].n', 'Range', { payload: { min: 2048, max: 8192 }, hint: ['RS384'] })],
    ],
    [
      'scopes that cannot be had',
      () => ({ scopes: ['system/Observation.rs', 'patient/*.rs', 'fhir:read', 'system/Observation.c'] }),
      [1, 2, 3].map((index) => violation(`scopes[${index}]`, 'Choice')),
    ],
    ['no scopes', () => ({ scopes: [] }), [violation('scopes', 'TooFew')]],
  ])('refuses %s', async (_, changes, expected) => {
    const { keys } = await ehr.jwks();
    expectViolations(await put('refused', await bodyOf(changes(keys))), ...expected);
  });

  it.each<[string, object]>([
    ['a key that is a text', { jwks: { keys: ['key'] } }],
    ['keys that are an object', { jwks: { keys: {} } }],
    ['a key set that is a list', { jwks: [] }],
    ['a scope that is a number', { scopes: [1] }],
  ])('refuses %s as malformed', async (_, changes) => {
    expectProblem(await put('refused', await bodyOf(changes)), 400);
  });

  it('does not list the tokens of clients among those made by hand', async () => {
    await ehr.register();
    await ehr.loggedIn();
    const { body } = await gateway.operator.get('/admin/v1/tokens');
    expect(new Set(body.map(({ name }: { name: string }) => name))).toEqual(new Set(['test']));
  });

  describe('what becomes of tokens', () => {
    const statusAfter = async (change: () => Promise<unknown>): Promise<number> => {
      await ehr.register();
      const program = await ehr.loggedIn();
      expect((await program.get(read)).status).toBe(200);
      await change();
      return (await program.get(read)).status;
    };

    it('they end with the client, at once where it is removed', async () => {
      expect(await statusAfter(() => gateway.operator.send('DELETE', '/admin/v1/clients/ehr'))).toBe(401);
      expect((await ehr.ask()).body.error).toBe('invalid_client');
    });

    it('they end when scopes, keys or the partner change', async () => {
      expect(await statusAfter(() => ehr.register({ scopes: ['system/Observation.rs'] }))).toBe(401);
      expect(await statusAfter(() => ehr.register({ partner: 'other' }))).toBe(401);
      expect(await statusAfter(async () => put('ehr', await bodyOf({ jwks: await rsa.jwks(), scopes: ['system/*.cruds'] })))).toBe(401);
    });

    it('they stay when the same is registered again, or another name', async () => {
      expect(await statusAfter(() => ehr.register())).toBe(200);
      expect(await statusAfter(async () => put('ehr', await bodyOf({ name: 'Other', scopes: ['system/*.cruds'] })))).toBe(200);
    });

    it('none is left that was made while the client was removed', async () => {
      for (let round = 0; round < 5; round += 1) {
        await ehr.register();
        const asked = [ehr.ask(), ehr.ask(), ehr.ask()];
        await gateway.operator.send('DELETE', '/admin/v1/clients/ehr');
        const statuses = (await Promise.all(asked)).map(({ status }) => status);
        expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
        const left = await gateway.dataSource.query('SELECT id FROM access_tokens WHERE client_id IS NOT NULL');
        expect(left).toEqual([]);
      }
    });
  });
});

describe('a client that is removed', () => {
  it('loses its tokens within five seconds in every instance', async () => {
    const database = await createTestDatabase();
    const [first, second] = [await startGateway({ database }), await startGateway({ database })];
    const client = new SmartTestClient(first, 'ehr');
    await client.register();
    const elsewhere = new TestClient(second.url, (await client.loggedIn()).token);
    expect((await elsewhere.get(read)).status).toBe(200);
    await first.operator.send('DELETE', '/admin/v1/clients/ehr');
    const removed = performance.now();
    while ((await elsewhere.get(read)).status === 200) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(performance.now() - removed).toBeLessThan(5000);
    expectProblem(await elsewhere.get(read), 401);
    await first.stop();
    await second.stop();
    await database.drop();
  });
});
