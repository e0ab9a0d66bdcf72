import { constraintCodes, localeOf, type ProblemKind, problemKinds } from '@gateway/problems';
import { orderBody, placeOrder, putProduct } from '../support/factories';
import { nowhere } from '../support/patterns';
import { expectProblem } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';
import type { TestAnswer } from '../support/test-client';

const orders = '/v1/diagnostic_orders';
const titles = { en: 'An error occurred', de: 'Ein Fehler ist aufgetreten', fr: 'Une erreur est survenue' } as const;
const languages = Object.keys(titles) as (keyof typeof titles)[];

/** Constraint codes as partners' programs know them, with their messages where the interface publishes one. */
const publishedCodes = {
  NotBlank: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
  NotNull: 'ad32d13f-c3d4-423b-909a-857b961eb720',
  TooLong: 'd94b19cc-114f-4f44-9cc4-4138e80a87b9',
  Email: 'bd79c0ab-ddba-46cc-a703-a7a4b08de310',
  Choice: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
  Range: '04b91c99-a946-4221-afc5-e65ebac401eb',
  Regex: 'de1e3db3-5ed4-4941-aae4-59f3667cc3a3',
  Type: 'ba785a8c-82cb-4283-967c-3cf342181b40',
  TooFew: 'bef8e338-6ae5-4caf-b8e2-50e7b0579e69',
  TooMany: '756b1212-697c-468d-a9ad-50dd783bb169',
  Country: '8f900c12-61bd-455d-9398-996cd040f7f0',
  Unique: '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f',
} as const;

describe('what the addresses in problem bodies lead to', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  describe('/contexts/{name}', () => {
    it.each(['Error', 'ConstraintViolation'])('%s is a JSON-LD context for every member of the body', async (name) => {
      const answer = await gateway.nobody.get(`/contexts/${name}`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/ld+json; charset=utf-8');
      const { '@context': context } = answer.body;
      expect(Object.keys(answer.body)).toEqual(['@context']);
      expect(context['@vocab']).toBe(`https://gateway.example/contexts/${name}#`);
      const members = ['title', 'detail', 'description', 'status', 'type', 'instance', ...(name === 'Error' ? [] : ['violations'])];
      for (const member of members) expect(context).toHaveProperty(member);
      for (const term of Object.values<any>(context).map((value) => value['@id'] ?? value)) expect(term).toMatch(/^(https?:|hydra:|rdfs:)/);
    });

    it.each([
      ['application/ld+json', 200],
      ['application/json', 200],
      ['*/*', 200],
      ['text/html', 406],
    ])('answers to %s with %s', async (accept, status) => {
      expect((await gateway.nobody.get('/contexts/Error', { Accept: accept })).status).toBe(status);
    });

    it('has no other', async () => {
      for (const name of ['error', 'Order', '__proto__', '%00']) expectProblem(await gateway.nobody.get(`/contexts/${name}`), 404);
    });
  });

  describe.each(languages)('in %s', (language) => {
    const headers = { 'Accept-Language': language };

    it.each(Object.entries(problemKinds) as [ProblemKind, number][])('/errors explains %s, %i', async (kind, status) => {
      const answer = await gateway.nobody.get(`/errors/${status}`, headers);
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-language': language, 'content-type': 'application/json; charset=utf-8' },
      });
      expect(answer.body).toEqual({
        '@context': '/contexts/Error',
        '@id': `/errors/${status}`,
        '@type': 'Error',
        title: titles[language],
        status,
        type: `/errors/${status}`,
        description: localeOf(language).kinds[kind],
      });
    });

    it.each(Object.entries({ ...constraintCodes, ...publishedCodes }))('/validation_errors explains %s, %s', async (name, code) => {
      const answer = await gateway.nobody.get(`/validation_errors/${code}`, headers);
      expect(answer).toMatchObject({ status: 200, headers: { 'content-language': language } });
      expect(answer.body).toEqual({
        '@context': '/contexts/ConstraintViolation',
        '@id': `/validation_errors/${code}`,
        '@type': 'ConstraintViolation',
        title: titles[language],
        status: 422,
        type: `/validation_errors/${code}`,
        description: expect.any(String),
        constraints: [{ name, code, message: localeOf(language).constraints[name as keyof typeof constraintCodes] }],
      });
    });

    it('/validation_errors explains several codes, each once', async () => {
      const codes = [publishedCodes.NotBlank, publishedCodes.Email, publishedCodes.NotBlank];
      const path = `/validation_errors/${codes.map((code, index) => `${index}=${code}`).join(';')}`;
      const answer = await gateway.nobody.get(path, headers);
      expect(answer.body).toMatchObject({ '@id': path, type: path, status: 422 });
      expect(answer.body.constraints.map(({ name }: { name: string }) => name)).toEqual(['NotBlank', 'Email']);
    });
  });

  it.each(['/errors/200', '/errors/404.0', '/errors/0x194', '/errors/%20404', '/errors/418', '/errors/x', '/errors/-1', '/errors/4040'])(
    '%s explains nothing',
    async (path) => {
      expectProblem(await gateway.nobody.get(path), 404);
    },
  );

  it.each([nowhere, 'x', '0=', `0=${publishedCodes.Email};`, `0=${publishedCodes.Email};1=${nowhere}`, 'constructor'])(
    '/validation_errors/%s explains nothing',
    async (codes) => {
      expectProblem(await gateway.nobody.get(`/validation_errors/${codes}`), 404);
    },
  );

  const many = orderBody({
    productIds: [],
    patient: { firstName: '', lastName: null, email: 'x', gender: 'Q', dateOfBirth: '1899-12-31' },
    shippingAddress: { address1: ' ', zip: '1', city: 'x', firstName: 'x', lastName: 'x', countryCode: 'XX', id: 'short' },
    metadata: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, null])),
  });

  it.each<[string, (gateway: TestGateway) => Promise<TestAnswer>, number]>([
    ['400', ({ acme }) => acme.post(orders, '{'), 400],
    ['400 of a query', ({ acme }) => acme.get(`${orders}?x=1`), 400],
    ['401', ({ nobody }) => nobody.get(orders), 401],
    ['403', ({ operator }) => operator.get(orders), 403],
    ['404', ({ acme }) => acme.get(`${orders}/${nowhere}`), 404],
    ['405', ({ acme }) => acme.send('PATCH', orders), 405],
    ['406', ({ acme }) => acme.get(orders, { Accept: 'text/html' }), 406],
    ['413', ({ acme }) => acme.post(orders, 'x'.repeat(1024 * 1024 + 1)), 413],
    ['415', ({ acme }) => acme.post(orders, 'x', { 'Content-Type': 'text/plain' }), 415],
    ['422 of one violation', ({ acme }) => acme.post(orders, orderBody({ productIds: ['unknown'] })), 422],
    ['422 of many', ({ acme }) => acme.post(orders, many), 422],
    ['422 of a thousand', ({ acme }) => acme.post(orders, orderBody({ productIds: Array.from({ length: 1000 }, () => 'unknown') })), 422],
    ['501', async ({ acme }) => acme.post(`${orders}/${(await placeOrder(acme)).orderId}/gdpr-erasure`), 501],
  ])('resolves every address of a %s', async (_, provoke, status) => {
    const problem = await provoke(gateway);
    expect([problem.status, problem.body.status]).toEqual([status, status]);
    for (const member of ['@context', '@id', 'type', 'instance']) {
      const page = await gateway.nobody.get(problem.body[member].split('#')[0]);
      expect([member, page.status]).toEqual([member, 200]);
      if (member === '@id' || member === 'type')
        expect(page.body).toMatchObject({ '@id': problem.body['@id'], '@type': problem.body['@type'], status });
    }
    const codes = (problem.body.violations ?? []).map(({ code }: { code: string }) => code);
    for (const code of new Set<string>(codes)) expect((await gateway.nobody.get(`/validation_errors/${code}`)).status).toBe(200);
  });
});
