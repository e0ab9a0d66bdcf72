import { orderBody, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { anyUuid, nowhere } from '../support/patterns';
import { expectProblem, expectViolations, violation } from '../support/problems';

const path = '/v1/diagnostic_products';
const now = '2026-02-05T08:00:00.000Z';
const name = { en: 'Lipid panel', de: 'Lipidprofil', fr: 'Bilan lipidique' };
const description = { en: 'Cholesterol', de: 'Cholesterin', fr: 'Cholestérol' };

describe('diagnostic products', () => {
  let gateway: TestGateway;
  let id: string;

  beforeAll(async () => {
    gateway = await startGateway();
    gateway.clock.set(now);
    const content = { name, description, sampleType: 'capillary blood', loincNums: ['2093-3', '2571-8'] };
    id = (await putProduct(gateway.operator, 'lipid-panel', content)).body.id;
    await putProduct(gateway.operator, 'english-only', { name: { en: 'English' }, active: false });
    for (const canonicalId of ['a_b', 'a.b', 'a-b', 'ab', 'a0', '0']) await putProduct(gateway.operator, canonicalId);
  });

  afterAll(() => gateway.stop());

  const get = (identifier: string, headers = {}) => gateway.acme.get(`${path}/${identifier}`, headers);

  it('are read by uuid and by canonical id', async () => {
    const expected = {
      id,
      canonicalId: 'lipid-panel',
      name: 'Lipid panel',
      description: 'Cholesterol',
      sampleType: 'capillary blood',
      loincNums: ['2093-3', '2571-8'],
      active: true,
      createdAt: now,
    };
    for (const identifier of [id, id.toUpperCase(), 'lipid-panel']) {
      const { status, headers, body } = await get(identifier);
      expect([status, headers['content-type'], body]).toEqual([200, 'application/json; charset=utf-8', expected]);
    }
    expect((await gateway.other.get(`${path}/${id}`)).body).toEqual(expected);
  });

  it('have null for what they do not have', async () => {
    expect((await get('english-only')).body).toEqual({
      id: anyUuid,
      canonicalId: 'english-only',
      name: 'English',
      description: null,
      sampleType: null,
      loincNums: [],
      active: false,
      createdAt: now,
    });
  });

  it.each([nowhere, 'nothing', 'Lipid-Panel', 'lipid-panel-', '-', 'x'.repeat(65), '%20', 'lipid-panel%00'])(
    'are not found by %s',
    async (identifier) => {
      expect([400, 404]).toContain((await get(identifier)).status);
      if (!identifier.includes('%00')) expectProblem(await get(identifier), 404);
    },
  );

  it.each<[string | undefined, 'en' | 'de' | 'fr']>([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['DE', 'de'],
    ['fr', 'fr'],
    ['de-AT', 'de'],
    ['fr-CA, de', 'fr'],
    ['de-AT;q=0.9, en;q=0.5', 'de'],
    ['en;q=0.5, de-AT;q=0.9', 'de'],
    ['de;q=0.5,fr;q=0.5', 'de'],
    ['es, pl;q=0.9', 'en'],
    ['es, fr;q=0.1', 'fr'],
    ['de;q=0', 'en'],
    ['de;q=0, fr;q=0.001', 'fr'],
    ['zh-Hant-TW, de-Latn-DE-1996;q=0.8', 'de'],
    ['de ; q=0.4 , fr ; q=0.6', 'fr'],
    ['deutsch', 'en'],
    [';;q=,,=', 'en'],
    ['de;q=x', 'en'],
    ['es,'.repeat(2000), 'en'],
  ])('follow the language %j', async (language, expected) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'Accept-Language': language };
    const { status, headers: answered, body } = await get(id, headers);
    expect([status, answered['content-language']]).toEqual([200, expected]);
    expect(answered['vary']).toMatch(/Accept-Language/);
    expect([body.name, body.description]).toEqual([name[expected], description[expected]]);
    const list = await gateway.acme.get(`${path}?product[]=${id}`, headers);
    expect([list.headers['content-language'], list.body]).toEqual([expected, [body]]);
  });

  it('stand in English where a translation is missing', async () => {
    const { headers, body } = await get('english-only', { 'Accept-Language': 'fr' });
    expect([headers['content-language'], body.name]).toEqual(['fr', 'English']);
  });

  it('are listed by canonical id in the order of code points, inactive ones too', async () => {
    const ids = ['0', 'a-b', 'a.b', 'a0', 'a_b', 'ab', 'english-only', 'lipid-panel'];
    const listed = async (query: string) => (await gateway.acme.get(path + query)).body.map((product: any) => product.canonicalId);
    expect(await listed('')).toEqual(ids);
    expect(await listed('?sort[canonicalId]=desc')).toEqual([...ids].reverse());
    expect(await listed('?sort[canonicalId]=ASC&page=2&itemsPerPage=3')).toEqual(ids.slice(3, 6));
    const uuids = (await gateway.acme.get(`${path}?sort[id]=desc`)).body.map((product: any) => product.id);
    expect(uuids).toEqual([...uuids].sort().reverse());
  });

  it('are filtered by uuid, IRI and canonical id', async () => {
    const listed = async (query: string) => (await gateway.acme.get(`${path}?${query}`)).body.map((product: any) => product.canonicalId);
    for (const value of [id, id.toUpperCase(), `${path}/${id}`, 'lipid-panel', `${path}/lipid-panel`]) {
      expect(await listed(`product[]=${encodeURIComponent(value)}`)).toEqual(['lipid-panel']);
    }
    expect(await listed(`product[]=ab&product[]=${id}&product[]=nothing`)).toEqual(['ab', 'lipid-panel']);
    for (const value of ['nothing', nowhere, '', '%27%3B--', '/v1/diagnostic_products/', '/sck/v1/products/ab']) {
      expect(await listed(`product[]=${value}`)).toEqual([]);
    }
  });

  it('can be read but not ordered when they are inactive', async () => {
    const answer = await gateway.acme.post('/v1/diagnostic_orders', orderBody({ productIds: ['lipid-panel', 'english-only'] }));
    expectViolations(answer, violation('productIds[1]', 'Choice'));
  });
});
