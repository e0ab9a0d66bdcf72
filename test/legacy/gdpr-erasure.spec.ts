import { partnerScopes } from '@gateway/access';
import { placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { nowhere } from '../support/patterns';
import { expectProblem, withoutOccurrence } from '../support/problems';

describe('the erasure of an order', () => {
  let gateway: TestGateway;
  let orderId: string;
  let path: string;
  let before: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    orderId = (await placeOrder(gateway.acme)).orderId;
    path = `/v1/diagnostic_orders/${orderId}/gdpr-erasure`;
    before = (await gateway.acme.get(`/v1/diagnostic_orders/${orderId}`)).text;
  });

  afterEach(async () => {
    expect((await gateway.acme.get(`/v1/diagnostic_orders/${orderId}`)).text).toBe(before);
  });

  afterAll(() => gateway.stop());

  it.each<[string, unknown, Record<string, string>]>([
    ['no body', undefined, {}],
    ['a body', { reason: 'request' }, {}],
    ['a body that is no JSON', '{', {}],
    ['a body of another type', 'x', { 'Content-Type': 'text/plain' }],
    ['an array', [], {}],
  ])('is not implemented: %s', async (_, body, headers) => {
    expectProblem(await gateway.acme.post(path, body, headers), 501);
  });

  it.each([
    ['en', 'An error occurred'],
    ['de', 'Ein Fehler ist aufgetreten'],
    ['fr', 'Une erreur'],
  ])('is explained in %s', async (language, title) => {
    const { status, headers, body } = await gateway.acme.post(path, undefined, { 'Accept-Language': language });
    expect([status, headers['content-language'], body.title]).toEqual([501, language, expect.stringContaining(title)]);
  });

  it('needs a token and its scope', async () => {
    const unknown = await gateway.nobody.post(path);
    expectProblem(unknown, 401);
    expect(unknown.headers['www-authenticate']).toMatch(/^Bearer/);
    const without = await gateway.clientWith({ scopes: partnerScopes.filter((scope) => scope !== 'gdpr:erase') });
    expectProblem(await without.post(path), 403, expect.stringContaining('gdpr:erase'));
    const only = await gateway.clientWith({ scopes: ['gdpr:erase'] });
    expectProblem(await only.post(path), 501);
  });

  it('knows no record of another partner', async () => {
    const foreign = await gateway.other.post(path);
    const missing = await gateway.other.post(`/v1/diagnostic_orders/${nowhere}/gdpr-erasure`, '{');
    const malformed = await gateway.acme.post('/v1/diagnostic_orders/nothing/gdpr-erasure');
    expectProblem(foreign, 404);
    expect(withoutOccurrence(foreign, orderId)).toBe(withoutOccurrence(missing, nowhere));
    expect(withoutOccurrence(malformed)).toBe(withoutOccurrence(missing, nowhere));
  });

  it.each(['GET', 'PUT', 'DELETE'])('has no method %s', async (method) => {
    const answer = await gateway.acme.send(method, path);
    expectProblem(answer, 405);
    expect(answer.headers['allow']).toBe('POST');
  });
});
