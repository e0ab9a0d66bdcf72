import { placeOrder, putProduct } from '../support/factories';
import { nowhere, uuidPattern } from '../support/patterns';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';

const orders = '/v1/diagnostic_orders';

describe('HTTP conventions', () => {
  let gateway: TestGateway;
  let order: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    order = `${orders}/${(await placeOrder(gateway.acme)).orderId}`;
  });

  afterAll(() => gateway.stop());

  describe('every answer', () => {
    const requests: readonly [string, string, string, number][] = [
      ['a success', 'GET', orders, 200],
      ['a 404 of a record', 'GET', `${orders}/${nowhere}`, 404],
      ['a 404 of a route', 'GET', '/v2/nothing', 404],
      ['a 405', 'PATCH', orders, 405],
      ['a 400', 'GET', `${orders}?unknown=1`, 400],
      ['health', 'GET', '/health/live', 200],
      ['the OpenAPI document', 'GET', '/openapi.json', 200],
      ['the page for people', 'GET', '/docs', 200],
      ['an explanation', 'GET', '/errors/404', 200],
    ];

    it.each(requests)('%s carries request id, language and Vary', async (_, method, path, status) => {
      const answer = await gateway.acme.send(method, path, undefined, { 'X-Request-Id': 'my-id.1:2_3', 'Accept-Language': 'fr' });
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({ 'x-request-id': 'my-id.1:2_3', 'content-language': 'fr', vary: 'Accept, Accept-Language' });
    });

    it.each(requests)('%s has the security headers and does not name the software', async (_, method, path) => {
      const { headers } = await gateway.acme.send(method, path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    });

    it.each(['', 'a b', ' ', '-starts-with-a-dash', 'x'.repeat(129), '<script>', 'ä', '"quoted"', 'a,b'])(
      'has an id of its own where the client sent %j',
      async (id) => {
        const { headers } = await gateway.acme.get(orders, { 'X-Request-Id': id });
        expect(headers['x-request-id']).toMatch(uuidPattern);
      },
    );

    it('does not repeat or log a token that came as the id', async () => {
      const log: string[] = [];
      const logged = await startGateway({ log });
      const secret = logged.acme.token!;
      const told = async (id: string) => (await logged.acme.get(orders, { 'X-Request-Id': id })).headers['x-request-id']!;
      const made = [await told(secret), await told('lab_'), await told('lab_results.1')];
      expect(made).toEqual(made.map(() => expect.stringMatching(uuidPattern)));
      const kept = ['lab', 'lab-1', 'lab.1_2', 'LAB_1', 'xlab_1', 'my:lab_1'];
      expect(await Promise.all(kept.map(told))).toEqual(kept);
      await logged.stop();
      for (const id of [...made, ...kept]) expect(log.filter((line) => line.includes(`"${id}"`))).toHaveLength(1);
      expect(log.join('')).not.toContain('lab_results');
      expect(log.join('')).not.toContain(secret);
    });

    it('has another id than every other', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.nobody.get('/health/live')));
      expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(20);
    });

    it('with a body tells its type and length', async () => {
      const found = await gateway.acme.get(order);
      expect(found.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(found.bytes.length),
      });
      const missing = await gateway.acme.get(`${orders}/${nowhere}`);
      expectProblem(missing, 404, 'Not Found');
      expect(missing.headers['content-length']).toBe(String(missing.bytes.length));
    });
  });

  describe('languages', () => {
    it.each([
      ['de', 'de', 'Ein Fehler ist aufgetreten', 'Lipidprofil'],
      ['fr-CH, fr;q=0.9, en;q=0.8', 'fr', 'Une erreur est survenue', 'Bilan lipidique'],
      ['de-AT;q=0.9, en;q=0.5', 'de', 'Ein Fehler ist aufgetreten', 'Lipidprofil'],
      ['en;q=0.5, de-AT;q=0.9', 'de', 'Ein Fehler ist aufgetreten', 'Lipidprofil'],
      ['it, es;q=0.8', 'en', 'An error occurred', 'Lipid panel'],
      ['*', 'en', 'An error occurred', 'Lipid panel'],
      [';;;q=x,,', 'en', 'An error occurred', 'Lipid panel'],
      ['de;q=0', 'en', 'An error occurred', 'Lipid panel'],
      ['x'.repeat(10_000), 'en', 'An error occurred', 'Lipid panel'],
    ])('answers %s in %s', async (header, language, title, name) => {
      const problem = await gateway.acme.get(`${orders}/${nowhere}`, { 'Accept-Language': header });
      expect([problem.headers['content-language'], problem.body.title]).toEqual([language, title]);
      const product = await gateway.acme.get('/v1/diagnostic_products/lipid-panel', { 'Accept-Language': header });
      expect([product.headers['content-language'], product.body.name]).toEqual([language, name]);
    });

    it('translates the messages of violations, not their codes', async () => {
      const bodies = await Promise.all(
        ['en', 'de', 'fr'].map(async (language) => (await gateway.acme.post(orders, {}, { 'Accept-Language': language })).body.violations),
      );
      const messages = bodies.map((violations) => violations[0].message);
      expect(messages).toEqual([
        'This value should not be blank.',
        'Dieser Wert sollte nicht leer sein.',
        'Cette valeur ne doit pas être vide.',
      ]);
      const codes = bodies.map((violations) => violations.map(({ code, propertyPath }: any) => [propertyPath, code]));
      expect(codes[1]).toEqual(codes[0]);
      expect(codes[2]).toEqual(codes[0]);
    });
  });

  describe('HEAD', () => {
    it.each<[string, () => string, number]>([
      ['a collection', () => orders, 200],
      ['a record', () => order, 200],
      ['a missing record', () => `${orders}/${nowhere}`, 404],
      ['no route', () => '/nothing', 404],
      ['health', () => '/health/ready', 200],
    ])('answers for %s as GET does, without the body', async (_, path, status) => {
      const [get, head] = [await gateway.acme.get(path()), await gateway.acme.send('HEAD', path())];
      expect([head.status, head.text]).toEqual([status, '']);
      for (const name of ['content-type', 'content-length', 'link', 'content-language', 'vary']) {
        if (path() !== '/nothing' && status === 200) expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    });
  });

  describe('methods', () => {
    it.each<[string, () => string, string]>([
      ['PUT', () => orders, 'GET, HEAD, POST'],
      ['DELETE', () => orders, 'GET, HEAD, POST'],
      ['PATCH', () => orders, 'GET, HEAD, POST'],
      ['POST', () => order, 'GET, HEAD'],
      ['DELETE', () => order, 'GET, HEAD'],
      ['GET', () => `${order}/shipment_tracking`, 'POST'],
      ['PROPFIND', () => orders, 'GET, HEAD, POST'],
      ['POST', () => '/v1/test_results', 'GET, HEAD'],
      ['GET', () => '/admin/v1/partners/acme', 'PUT'],
      ['POST', () => '/health/live', 'GET, HEAD'],
      ['GET', () => '/lab/v1/intakes', 'POST'],
    ])('%s is a 405 where the path has not got it', async (method, path, allowed) => {
      const answer = await gateway.acme.send(method, path());
      expectProblem(answer, 405, expect.stringContaining(method));
      expect(answer.headers['allow']).toBe(allowed);
    });

    it('HEAD is a 405 without a body where there is no GET', async () => {
      const answer = await gateway.acme.send('HEAD', `${order}/activate`.replace('orders', 'tests'));
      expect([answer.status, answer.headers['allow'], answer.text]).toEqual([405, 'POST', '']);
    });

    it('OPTIONS tells the methods', async () => {
      const answer = await gateway.acme.send('OPTIONS', orders);
      expect([200, 204, 405]).toContain(answer.status);
      expect(answer.headers['allow']?.split(/, ?/).filter((method) => method !== 'OPTIONS')).toEqual(['GET', 'HEAD', 'POST']);
    });
  });

  describe('routes', () => {
    it.each([
      '/',
      '/v1',
      '/v1/',
      '/v2/diagnostic_orders',
      '/v1/diagnostic_orderss',
      '/V3',
      '/v1/../etc/passwd',
      '/admin',
      '/%2e%2e/x',
      '//',
    ])('%s is a 404 with a body', async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) expectProblem(await gateway.acme.send(method, path), 404);
    });

    it.each(['/v1/diagnostic_orders/%E0%A4%A', '/v1/diagnostic_orders/%', '/v1/diagnostic_orders/%ff', '/v1/diagnostic_products/%C3'])(
      '%s, which is no percent-encoded text, names nothing',
      async (path) => {
        expectProblem(await gateway.acme.get(path), 404);
      },
    );

    it.each(['%00', '%2f', '%F0%9F%98%80', '..%2f', "'"])('an id %s finds nothing', async (id) => {
      for (const collection of ['diagnostic_orders', 'diagnostic_products']) {
        expectProblem(await gateway.acme.get(`/v1/${collection}/${id}`), 404);
      }
    });
  });

  describe('Accept', () => {
    it.each(['application/json', 'application/*', '*/*', 'text/html, */*;q=0.1', 'application/json;q=0.1', 'text/html, application/json'])(
      '%s is met',
      async (accept) => {
        expect((await gateway.acme.get(orders, { Accept: accept })).headers['content-type']).toBe('application/json; charset=utf-8');
      },
    );

    it.each(['text/html', 'application/xml', 'image/*', 'application/json;q=0', 'text/csv, application/xml'])(
      '%s is a 406 that is told all the same',
      async (accept) => {
        expectProblem(await gateway.acme.get(orders, { Accept: accept }), 406);
      },
    );

    it('that cannot be met does no work', async () => {
      const before = (await gateway.acme.get(orders)).body.length;
      expect((await gateway.acme.post(orders, {}, { Accept: 'text/html' })).status).toBe(406);
      expect((await gateway.acme.get(orders)).body).toHaveLength(before);
    });

    it('does not matter to an error', async () => {
      expectProblem(await gateway.nobody.get(orders, { Accept: 'text/html' }), 401);
    });
  });
});
