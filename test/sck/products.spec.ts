import { putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { kitOrdersPath, putKitProduct } from '../support/kits';
import { linksOf } from '../support/links';
import { anyUuid, nowhere } from '../support/patterns';
import { expectProblem, expectViolations, violation } from '../support/problems';
import { kitOrderBody } from '../support/records';

const path = '/sck/v1/products';
const now = '2026-02-05T08:00:00.000Z';
const name = { en: 'Blood kit', de: 'Blutentnahmeset', fr: 'Kit de prélèvement' };
const description = { en: 'Two lancets', de: 'Zwei Lanzetten', fr: 'Deux lancettes' };

describe('kit products', () => {
  let gateway: TestGateway;
  let id: string;

  beforeAll(async () => {
    gateway = await startGateway();
    gateway.clock.set(now);
    id = (await putKitProduct(gateway.operator, 'blood-kit', { name, description, sampleType: 'capillary blood' })).body.id;
    await putKitProduct(gateway.operator, 'retired', { name: { en: 'English' }, description: { en: 'Old', de: 'Alt' }, active: false });
    for (const canonicalId of ['a_b', 'a.b', 'a-b', 'ab', 'a0', '0']) await putKitProduct(gateway.operator, canonicalId);
    await putProduct(gateway.operator, 'lipid-panel');
  });

  afterAll(() => gateway.stop());

  const get = (identifier: string, headers = {}) => gateway.acme.get(`${path}/${identifier}`, headers);
  const listed = async (query: string): Promise<string[]> => {
    const { status, body, text } = await gateway.acme.get(`${path}?${query}`);
    if (status !== 200) throw new Error(text);
    return body.map((product: any) => product.canonicalId);
  };

  it('are read by uuid and by canonical id, by every partner', async () => {
    const expected = {
      id,
      canonicalId: 'blood-kit',
      name: 'Blood kit',
      description: 'Two lancets',
      sampleType: 'capillary blood',
      active: true,
      createdAt: now,
    };
    for (const identifier of [id, id.toUpperCase(), 'blood-kit']) {
      const { status, headers, body } = await get(identifier);
      expect([status, headers['content-type'], body]).toEqual([200, 'application/json; charset=utf-8', expected]);
    }
    expect((await gateway.other.get(`${path}/${id}`)).body).toEqual(expected);
    expect((await gateway.acme.get(`${path}?product[]=${id}`)).body).toEqual([expected]);
  });

  it('have null for what they do not have', async () => {
    expect((await get('ab')).body).toEqual({
      id: anyUuid,
      canonicalId: 'ab',
      name: 'Blood kit',
      description: null,
      sampleType: null,
      active: true,
      createdAt: now,
    });
  });

  it.each([nowhere, 'nothing', 'Blood-Kit', 'blood-kit-', '-', 'x'.repeat(65), '%20', 'lipid-panel'])(
    'are not found by %s',
    async (identifier) => {
      expectProblem(await get(identifier), 404);
    },
  );

  it.each<[string | undefined, 'en' | 'de' | 'fr']>([
    [undefined, 'en'],
    ['*', 'en'],
    ['DE', 'de'],
    ['fr', 'fr'],
    ['de-AT;q=0.9, en;q=0.5', 'de'],
    ['de;q=0.1, fr;q=0.2', 'fr'],
    ['es, pl;q=0.9', 'en'],
    ['de;q=0', 'en'],
    [';;q=,,=', 'en'],
  ])('follow the language %j', async (language, expected) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'Accept-Language': language };
    const { status, headers: answered, body } = await get(id, headers);
    expect([status, answered['content-language'], body.name, body.description]).toEqual([
      200,
      expected,
      name[expected],
      description[expected],
    ]);
    expect(answered['vary']).toMatch(/Accept-Language/);
    const list = await gateway.acme.get(`${path}?product[]=blood-kit`, headers);
    expect([list.headers['content-language'], list.body]).toEqual([expected, [body]]);
  });

  it('stand in English where a translation is missing', async () => {
    const { headers, body } = await get('retired', { 'Accept-Language': 'de' });
    expect([headers['content-language'], body.name, body.description]).toEqual(['de', 'English', 'Alt']);
    expect((await get('retired', { 'Accept-Language': 'fr' })).body).toMatchObject({ name: 'English', description: 'Old' });
  });

  it('are listed by canonical id in the order of code points, inactive ones too', async () => {
    const ids = ['0', 'a-b', 'a.b', 'a0', 'a_b', 'ab', 'blood-kit', 'retired'];
    expect(await listed('')).toEqual(ids);
    expect(await listed('sort[canonicalId]=desc')).toEqual([...ids].reverse());
    expect(await listed('sort[canonicalId]=ASC&page=2&itemsPerPage=3')).toEqual(ids.slice(3, 6));
    const uuids = (await gateway.acme.get(`${path}?sort[id]=desc`)).body.map((product: any) => product.id);
    expect(uuids).toEqual([...uuids].sort().reverse());
    const seen: string[] = [];
    for (let target: string | undefined = `${path}?cursor=&itemsPerPage=3`; target !== undefined;) {
      const answer = await gateway.acme.get(target, { Prefer: 'count=exact' });
      expect(answer.headers['x-total-count']).toBe('8');
      seen.push(...answer.body.map((product: any) => product.canonicalId));
      target = linksOf(answer)['next'];
    }
    expect(seen).toEqual(ids);
  });

  it('are filtered by uuid, IRI and canonical id', async () => {
    for (const value of [id, id.toUpperCase(), `${path}/${id}`, 'blood-kit', `${path}/blood-kit`]) {
      expect(await listed(`product[]=${encodeURIComponent(value)}`)).toEqual(['blood-kit']);
    }
    expect(await listed(`product[]=ab&product[]=${id}&product[]=nothing`)).toEqual(['ab', 'blood-kit']);
    for (const value of ['nothing', nowhere, '', "';--", `${path}/`, '/v1/diagnostic_products/ab', 'lipid-panel']) {
      expect(await listed(`product[]=${encodeURIComponent(value)}`)).toEqual([]);
    }
  });

  it.each(['active=true', 'kit[]=x', 'sort[name]=asc', 'sort[createdAt]=asc', 'sort[canonicalId]=up', 'itemsPerPage=0'])(
    'refuse ?%s',
    async (query) => {
      expectProblem(await gateway.acme.get(`${path}?${query}`), 400, expect.stringContaining(`"${query.split('=')[0]!}"`));
    },
  );

  it('can be read but not ordered when they are inactive', async () => {
    expect((await get('retired')).body).toMatchObject({ active: false });
    const order = (...productIds: string[]) => gateway.acme.post(kitOrdersPath, kitOrderBody({ productIds }));
    expectViolations(await order('blood-kit', 'retired'), violation('productIds[1]', 'Choice', { hint: ['ordered'] }));
    await putKitProduct(gateway.operator, 'retired', { active: true });
    expect((await order('blood-kit', 'retired')).status).toBe(201);
  });

  it('keep the orders that were made before they changed', async () => {
    const { body } = await gateway.acme.post(kitOrdersPath, kitOrderBody({ productIds: ['ab'] }));
    await putKitProduct(gateway.operator, 'ab', { active: false, name: { en: 'Renamed' } });
    const kit = await gateway.acme.get(body.kits[0]);
    expect((await gateway.acme.get(kit.body.product)).body).toMatchObject({ canonicalId: 'ab', name: 'Renamed', active: false });
    expect((await gateway.acme.get(`${kitOrdersPath}?product[]=ab`)).body).toEqual([body]);
  });
});
