import { orderBody, putProduct } from '../support/factories';
import { anyMoment, anyUuid } from '../support/patterns';
import { expectProblem, expectViolations, violation } from '../support/problems';
import { startGateway, type TestGateway } from '../support/gateway';

describe('products of the administration', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
  });

  afterAll(() => gateway.stop());

  const full = {
    name: { en: 'Vitamin D', de: 'Vitamin D (de)', fr: 'Vitamine D' },
    description: { en: '25-hydroxy', de: 'Calcidiol', fr: 'Calcifédiol' },
    sampleType: 'capillary blood',
    active: false,
  };

  const kinds = [
    ['/admin/v1/diagnostic_products', '/v1/diagnostic_products', { loincNums: ['62292-8', '1989-3'] }, { loincNums: [] }],
    ['/admin/v1/sck_products', '/sck/v1/products', {}, {}],
  ] as const;

  describe.each(kinds)('PUT %s/{canonicalId}', (admin, door, loincs, noLoincs) => {
    const put = (canonicalId: string, body: unknown, headers = {}) => gateway.operator.put(`${admin}/${canonicalId}`, body, headers);

    it('makes with 201, answers with the resource in the asked language, and partners read it', async () => {
      const made = await put('vitamin-d.1', { ...full, ...loincs }, { 'Accept-Language': 'de' });
      expect(made.status).toBe(201);
      expect(made.body).toEqual({
        id: anyUuid,
        canonicalId: 'vitamin-d.1',
        name: 'Vitamin D (de)',
        description: 'Calcidiol',
        sampleType: 'capillary blood',
        ...loincs,
        active: false,
        createdAt: anyMoment,
      });
      expect(made.headers['content-language']).toBe('de');
      expect((await gateway.acme.get(`${door}/vitamin-d.1`, { 'Accept-Language': 'de' })).body).toEqual(made.body);
      expect((await gateway.acme.get(`${door}/${made.body.id}`, { 'Accept-Language': 'fr' })).body).toMatchObject({ name: 'Vitamine D' });
    });

    it('replaces everything with 200, also what the new body leaves out', async () => {
      const made = await put('replaced', { ...full, ...loincs });
      const changed = await put('replaced', { name: { en: 'Only English' } });
      expect(changed.status).toBe(200);
      expect(changed.body).toEqual({
        id: made.body.id,
        canonicalId: 'replaced',
        name: 'Only English',
        description: null,
        sampleType: null,
        ...noLoincs,
        active: true,
        createdAt: made.body.createdAt,
      });
      const german = await gateway.acme.get(`${door}/replaced`, { 'Accept-Language': 'de' });
      expect(german.body.name).toBe('Only English');
    });

    it('makes one of requests at once', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => put('race', { name: { en: 'Race' } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
    });

    it.each(['UPPER', 'a--b', '-a', 'a.', 'a'.repeat(65)])('has no product %s', async (canonicalId) => {
      expectProblem(await put(canonicalId, { name: { en: 'x' } }), 404);
    });

    it('takes a canonical id of 64 characters', async () => {
      expect((await put('a'.repeat(64), { name: { en: 'x' } })).status).toBe(201);
    });

    it.each<[string, unknown, Parameters<typeof expectViolations>[1][]]>([
      ['no name', {}, [violation('name', 'NotBlank')]],
      ['no English name', { name: { de: 'x' } }, [violation('name.en', 'NotBlank')]],
      ['a blank name', { name: { en: ' ' } }, [violation('name.en', 'NotBlank')]],
      ['a description without English', { name: { en: 'x' }, description: { de: 'y' } }, [violation('description.en', 'NotBlank')]],
      ['U+0000', { name: { en: 'a\0b' } }, [violation('name.en', 'Regex')]],
    ])('refuses %s', async (_, body, expected) => {
      expectViolations(await put('refused', body), ...expected);
    });

    it.each([
      [{ name: 'x' }, 'The type of the "name" attribute must be "object", "string" given.'],
      [{ name: { en: 1 } }, 'The type of the "name.en" attribute must be "string", "number" given.'],
      [{ name: { en: 'x' }, active: 'yes' }, 'The type of the "active" attribute must be "boolean", "string" given.'],
    ])('answers 400 to %j', async (body, detail) => {
      expectProblem(await put('refused', body), 400, detail);
    });
  });

  it('can end the sale of a product: read, not ordered', async () => {
    await putProduct(gateway.operator, 'ending');
    expect((await gateway.acme.post('/v1/diagnostic_orders', orderBody({ productIds: ['ending'] }))).status).toBe(201);
    await putProduct(gateway.operator, 'ending', { active: false });
    expectViolations(
      await gateway.acme.post('/v1/diagnostic_orders', orderBody({ productIds: ['ending'] })),
      violation('productIds[0]', 'Choice'),
    );
    expect((await gateway.acme.get('/v1/diagnostic_products/ending')).body).toMatchObject({ active: false });
  });
});
