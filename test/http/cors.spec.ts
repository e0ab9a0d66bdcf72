import { request } from 'node:http';
import { startGateway, type TestGateway } from '../support/gateway';
import { deliverResult, placeOrder, putProduct } from '../support/factories';
import { documentBody } from '../support/records';
import type { Headers } from '../support/test-client';

const ehr = 'https://ehr.example';
const path = '/v1/diagnostic_orders';

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** As a browser sends it: fetch would not let a program set these headers. */
const ask = (gateway: TestGateway, method: string, to: string, headers: Headers = {}): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(gateway.url + to, { method, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve({ status: response.statusCode!, headers: response.headers });
      });
    });
    sent.on('error', reject);
    sent.end();
  });

/** What programs may send and read beyond what browsers always let them. */
const allowed = [
  ...['accept', 'accept-language', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'if-modified-since', 'if-none-exist'],
  ...['if-none-match', 'if-range', 'prefer', 'range', 'x-api-token', 'x-medplum', 'x-request-id'],
];
const exposed = [
  ...['accept-ranges', 'allow', 'content-disposition', 'content-language', 'content-range', 'etag', 'idempotent-replayed'],
  ...['last-modified', 'link', 'location', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-order-placement', 'x-request-id'],
  'x-total-count',
];

const preflight = (origin: string, method = 'POST', wanted = 'x-api-token,content-type'): Headers => ({
  Origin: origin,
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': wanted,
});

const words = (header: unknown): string[] =>
  String(header)
    .split(',')
    .map((word) => word.trim().toLowerCase());

describe('programs in browsers', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({ corsOrigins: [ehr, 'http://localhost:8080'] });
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  it.each([path, '/fhir/r5/ServiceRequest', '/auth/token', '/.well-known/smart-configuration', '/nowhere'])(
    'may ask before a request to %s, without a token',
    async (to) => {
      const { status, headers } = await ask(gateway, 'OPTIONS', to, preflight(ehr));
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': ehr,
        'access-control-max-age': '600',
        'x-request-id': expect.any(String),
        'content-language': 'en',
        vary: 'Accept, Accept-Language, Origin',
      });
      expect(words(headers['access-control-allow-methods'])).toEqual(['get', 'head', 'post', 'put', 'patch', 'delete']);
      expect(words(headers['access-control-allow-headers'])).toEqual(allowed);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  it('may read the headers of an answer', async () => {
    await placeOrder(gateway.acme);
    const { status, headers } = await gateway.acme.get(`${path}?itemsPerPage=1`, { Origin: ehr });
    expect([status, headers['access-control-allow-origin'], headers['vary']]).toEqual([200, ehr, 'Accept, Accept-Language, Origin']);
    expect(words(headers['access-control-expose-headers'])).toEqual(exposed);
  });

  it('may ask for a part of a document, and read which part came', async () => {
    const { testIds } = await placeOrder(gateway.acme);
    const { documents } = await deliverResult(gateway.operator, testIds[0]!, { documents: [documentBody('%PDF-1.7')] });
    const to: string = documents[0].downloadPath;
    const asked = await ask(gateway, 'OPTIONS', to, preflight(ehr, 'GET', 'if-modified-since,if-range,range,x-api-token'));
    expect([asked.status, words(asked.headers['access-control-allow-headers'])]).toEqual([204, allowed]);
    const part = await ask(gateway, 'GET', to, { Origin: ehr, 'X-API-TOKEN': gateway.acme.token!, Range: 'bytes=0-3' });
    expect([part.status, words(part.headers['access-control-expose-headers'])]).toEqual([206, exposed]);
    expect(part.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-range': 'bytes 0-3/8', 'access-control-allow-origin': ehr });
  });

  it('may read which methods a path has', async () => {
    const { status, headers } = await ask(gateway, 'PATCH', path, { Origin: ehr });
    expect([status, headers['allow'], words(headers['access-control-expose-headers'])]).toEqual([405, 'GET, HEAD, POST', exposed]);
  });

  it.each<[string, string, string, Headers, number]>([
    ['a missing token', 'GET', path, {}, 401],
    ['an unknown query', 'GET', '/.well-known/smart-configuration?x=1', {}, 400],
    ['a missing route', 'GET', '/nowhere', {}, 404],
    ['a FHIR route without token', 'POST', '/fhir/r5/Patient/$validate', {}, 401],
    ['a wrong method', 'PATCH', path, {}, 405],
    ['a refused login', 'POST', '/auth/token', { 'Content-Type': 'application/x-www-form-urlencoded' }, 400],
    ['an answer that cannot be had', 'GET', '/health/live', { Accept: 'image/png' }, 406],
  ])('may read why %s is refused', async (_, method, to, own, expected) => {
    const { status, headers } = await ask(gateway, method, to, { Origin: ehr, ...own });
    expect([status, headers['access-control-allow-origin']]).toEqual([expected, ehr]);
    expect(headers['vary']).toBe('Accept, Accept-Language, Origin');
  });

  it.each(['https://evil.example', 'https://ehr.example.evil.example', 'http://ehr.example', 'https://ehr.example:8443', 'null'])(
    'of %s may not',
    async (origin) => {
      for (const [method, headers] of [
        ['OPTIONS', preflight(origin)],
        ['GET', { Origin: origin, 'X-API-TOKEN': gateway.acme.token! }],
      ] as const) {
        const answer = await ask(gateway, method, path, headers);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        expect(answer.headers['vary']).toBe('Accept, Accept-Language, Origin');
      }
    },
  );

  it('change nothing for others: OPTIONS is a method like the rest, and no origin is answered as before', async () => {
    const plain = await ask(gateway, 'OPTIONS', path);
    expect([plain.status, plain.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
    expect((await ask(gateway, 'OPTIONS', path, { Origin: ehr })).status).toBe(405);
    expect((await gateway.acme.get(path)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the setting CORS_ORIGINS', () => {
  it('of * lets every origin in, for requests that carry their own token', async () => {
    const gateway = await startGateway({ corsOrigins: '*' });
    const asked = await ask(gateway, 'OPTIONS', path, preflight('https://any.example'));
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
    const { headers } = await gateway.acme.get(path, { Origin: 'https://any.example' });
    expect([headers['access-control-allow-origin'], headers['vary']]).toEqual(['*', 'Accept, Accept-Language']);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    await gateway.stop();
  });

  it('when unset lets none in', async () => {
    const gateway = await startGateway();
    expect((await ask(gateway, 'OPTIONS', path, preflight(ehr))).status).toBe(405);
    const { headers } = await gateway.acme.get(path, { Origin: ehr });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers['vary']).toBe('Accept, Accept-Language');
    await gateway.stop();
  });
});
