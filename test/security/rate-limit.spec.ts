import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';
import type { TestAnswer, TestClient } from '../support/test-client';

const path = '/v1/diagnostic_orders';
const begin = Date.parse('2026-02-01T00:00:00.000Z');

describe('the rate limit', () => {
  let gateway: TestGateway;
  let client: TestClient;

  const at = (milliseconds: number): void => {
    gateway.clock.set(new Date(begin + milliseconds).toISOString());
  };

  const limits = ({ headers }: TestAnswer) => [headers['ratelimit-policy'], headers['ratelimit'], headers['retry-after']];

  beforeAll(async () => {
    gateway = await startGateway({ rateLimit: { quota: 60, windowSeconds: 60, burst: 3 } });
  });

  beforeEach(async () => {
    at(0);
    client = await gateway.clientWith({ scopes: ['orders:read'] });
  });

  afterAll(() => gateway.stop());

  it('tells the policy and what remains on every answer, and 429 with Retry-After past the burst', async () => {
    const answers = [await client.get(path), await client.get(path), await client.get(path)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(limits)).toEqual([
      ['"default";q=60;w=60', '"default";r=2;t=1', undefined],
      ['"default";q=60;w=60', '"default";r=1;t=2', undefined],
      ['"default";q=60;w=60', '"default";r=0;t=3', undefined],
    ]);
    const limited = await client.get(path);
    expectProblem(limited, 429);
    expect(limits(limited)).toEqual(['"default";q=60;w=60', '"default";r=0;t=3', '1']);
  });

  it('refills at the quota per window, and no further than the burst', async () => {
    for (let count = 0; count < 3; count += 1) await client.get(path);
    at(999);
    expect((await client.get(path)).status).toBe(429);
    at(1000);
    expect((await client.get(path)).status).toBe(200);
    expect((await client.get(path)).status).toBe(429);
    at(3_600_000);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await client.get(path)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('lets in after the seconds that Retry-After told', async () => {
    const slow = await gateway.clientWith({ scopes: ['orders:read'], rateLimit: { quota: 1, windowSeconds: 60, burst: 1 } });
    await slow.get(path);
    at(20_500);
    const limited = await slow.get(path);
    expect(limits(limited)).toEqual(['"default";q=1;w=60', '"default";r=0;t=40', '40']);
    at(60_500);
    expect((await slow.get(path)).status).toBe(200);
  });

  it('counts each token for itself, also of one partner', async () => {
    const second = await gateway.clientWith({ scopes: ['orders:read'] });
    for (let count = 0; count < 4; count += 1) await client.get(path);
    expect((await client.get(path)).status).toBe(429);
    expect((await second.get(path)).headers['ratelimit']).toBe('"default";r=2;t=1');
  });

  it('counts a token once, whichever header carries it', async () => {
    await client.get(path);
    const answer = await gateway.nobody.get(path, { Authorization: `Bearer ${client.token}` });
    expect(answer.headers['ratelimit']).toBe('"default";r=1;t=2');
  });

  it('gives a token its own limit', async () => {
    const { body } = await gateway.operator.post('/admin/v1/tokens', {
      partner: 'acme',
      name: 'large',
      scopes: ['orders:read'],
      rateLimit: { quota: 1000, windowSeconds: 10, burst: 50 },
    });
    const answer = await gateway.nobody.get(path, { 'X-API-TOKEN': body.token });
    expect(limits(answer)).toEqual(['"default";q=1000;w=10', '"default";r=49;t=1', undefined]);
  });

  it.each<[string, (client: TestClient) => Promise<TestAnswer>, number]>([
    ['403', (one) => one.get('/v1/test_results'), 403],
    ['404', (one) => one.get(`${path}/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a`), 404],
    ['400', (one) => one.get(`${path}?unknown=1`), 400],
    ['406', (one) => one.get(path, { Accept: 'text/html' }), 406],
    ['HEAD', (one) => one.send('HEAD', path), 200],
  ])('counts and tells on an answer %s too', async (_, send, status) => {
    const answer = await send(client);
    expect(answer.status).toBe(status);
    expect(limits(answer)).toEqual(['"default";q=60;w=60', '"default";r=2;t=1', undefined]);
  });

  it('does not limit the operating side, unless its token has a limit', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.operator.get('/admin/v1/tokens')));
    expect(answers.map(({ status, headers }) => [status, headers['ratelimit']])).toEqual(answers.map(() => [200, undefined]));
    const limited = await gateway.clientWith({ partner: null, rateLimit: { quota: 10, windowSeconds: 10, burst: 1 } });
    expect(limits(await limited.get('/admin/v1/tokens'))).toEqual(['"default";q=10;w=10', '"default";r=0;t=1', undefined]);
    expect((await limited.get('/admin/v1/tokens')).status).toBe(429);
  });

  it('does not limit what needs no token', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.nobody.get('/health/live')));
    expect(answers.every(({ status, headers }) => status === 200 && headers['ratelimit'] === undefined)).toBe(true);
  });

  it('lets through no more than quota and burst in any window, however it is asked', async () => {
    const passed: number[] = [];
    for (let second = 0; second <= 120; second += 1) {
      at(second * 1000);
      const answers = await Promise.all(Array.from({ length: 5 }, () => client.get(path)));
      passed.push(answers.filter(({ status }) => status === 200).length);
    }
    expect(passed).toEqual([3, ...Array.from({ length: 120 }, () => 1)]);
    const windows = passed.slice(0, -60).map((_, begin) => passed.slice(begin, begin + 61).reduce((sum, count) => sum + count, 0));
    expect(Math.max(...windows)).toBe(60 + 3);
  });

  it('lets through exactly the burst of 20 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get(path)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17);
  });
});
