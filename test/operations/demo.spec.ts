import { DemoData, type LoadedDemo } from '@gateway/operations';
import { loadDemoData } from '../../src/demo';
import { parseCurl } from '../support/curl';
import { type DeliveredObservation, readExample } from '../support/fhir-example-reports';
import { startGateway, type TestGateway } from '../support/gateway';
import { TestClient } from '../support/test-client';

/** A service on a database without partners, and so without tokens. */
async function startEmpty(carriers: 'neutral' | 'germany' = 'neutral'): Promise<TestGateway> {
  const gateway = await startGateway({ carriers });
  await gateway.dataSource.query('TRUNCATE partners, access_tokens CASCADE');
  return gateway;
}

/** A LOINC code ends in a check digit of modulus 10. */
function isLoinc(code: string): boolean {
  const [, number = '', check] = /^(\d{1,7})-(\d)$/.exec(code) ?? [];
  const digits = [...number].reverse().map(Number);
  const sum = digits
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0);
  return String((10 - (sum % 10)) % 10) === check;
}

const tables = [
  'partners',
  'access_tokens',
  'diagnostic_products',
  'diagnostic_orders',
  'diagnostic_tests',
  'test_results',
  'documents',
  'kit_products',
  'kit_orders',
  'kits',
];

async function countRecords(gateway: TestGateway): Promise<unknown> {
  return gateway.dataSource.query(`SELECT ${tables.map((table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`).join(', ')}`);
}

describe('the demo data', () => {
  let gateway: TestGateway;
  let demo: LoadedDemo;
  let partner: TestClient;

  beforeAll(async () => {
    gateway = await startEmpty();
    demo = (await gateway.application.get(DemoData).load())!;
    partner = new TestClient(gateway.url, demo.partnerToken);
  });

  afterAll(() => gateway.stop());

  const testOf = async (state: keyof LoadedDemo['orders']) => (await partner.get(`/v1/diagnostic_tests/${demo.orders[state].testId}`)).body;
  const orderOf = async (state: keyof LoadedDemo['orders']) =>
    (await partner.get(`/v1/diagnostic_orders/${demo.orders[state].orderId}`)).body;
  const resultsOf = async (state: keyof LoadedDemo['orders']) =>
    (await partner.get(`/v1/test_results?diagnosticTest[]=${demo.orders[state].testId}&sort[createdAt]=asc`)).body;

  it('are not loaded a second time', async () => {
    const before = await countRecords(gateway);
    await expect(gateway.application.get(DemoData).load()).resolves.toBeUndefined();
    expect(await countRecords(gateway)).toEqual(before);
  });

  it('have 8 products in three languages, one of them inactive, with real LOINC codes', async () => {
    const { body } = await partner.get('/v1/diagnostic_products');
    expect(body).toHaveLength(8);
    expect(body.filter((product: { active: boolean }) => !product.active)).toHaveLength(1);
    for (const language of ['de', 'fr']) {
      const translated = await partner.get('/v1/diagnostic_products', { 'Accept-Language': language });
      for (const [index, product] of body.entries()) expect(translated.body[index].description).not.toBe(product.description);
    }
    for (const { loincNums, description, sampleType } of body) {
      expect(loincNums.filter((code: string) => !isLoinc(code))).toEqual([]);
      expect([typeof description, typeof sampleType]).toEqual(['string', 'string']);
    }
  });

  it('have an order that was just placed', async () => {
    expect(await orderOf('justPlaced')).toMatchObject({
      shippedAt: null,
      metadata: { campaign: 'spring' },
      diagnosticTests: [expect.any(String), expect.any(String)],
    });
    expect(await testOf('justPlaced')).toMatchObject({ activatedAt: null, labIntakeAt: null, specimens: [], testResults: [] });
  });

  it('have an order on its way', async () => {
    expect(await orderOf('shipped')).toMatchObject({
      shippedAt: expect.any(String),
      shipmentTracking: {
        provider: 'CARRIER_A',
        shipmentStatus: 'in_transit',
        url: 'https://tracking.carrier-a.example/parcels/DEMO-OUT-0002',
        providerStatus: { terminalStatus: false, name: 'In transit', value: 'in_transit' },
      },
    });
    expect(await testOf('shipped')).toMatchObject({ activatedAt: null });
  });

  it('have an activated test on its way to the laboratory', async () => {
    expect((await orderOf('activated')).shipmentTracking.providerStatus).toEqual({
      terminalStatus: true,
      name: 'Delivered',
      value: 'delivered',
    });
    expect(await testOf('activated')).toMatchObject({
      activatedAt: expect.any(String),
      labIntakeAt: null,
      specimens: [{ specimenCode: 'DEMO-SP-0003' }],
      shipmentTracking: { provider: 'CARRIER_B', shipmentStatus: 'in_transit' },
    });
  });

  it('have a test in the laboratory', async () => {
    expect(await testOf('inLaboratory')).toMatchObject({ labIntakeAt: expect.any(String), testResults: [] });
  });

  it('have a result with a document that is a PDF', async () => {
    const [result] = await resultsOf('result');
    const [document] = result.documents;
    const file = await partner.get(document.downloadPath);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.bytes).toHaveLength(document.size);
    const text = file.bytes.toString('latin1');
    expect(text.startsWith('%PDF-1.4\n') && text.endsWith('%%EOF\n')).toBe(true);
    const table = Number(/startxref\n(\d+)\n/.exec(text)![1]);
    expect(text.slice(table, table + 4)).toBe('xref');
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(offsets.map((offset, index) => text.slice(offset).startsWith(`${index + 1} 0 obj\n`))).toEqual([true, true, true, true, true]);
  });

  it('have a corrected result: two, of which the newer one counts', async () => {
    const results = await resultsOf('correctedResult');
    expect(results).toHaveLength(2);
    expect((await testOf('correctedResult')).testResults).toEqual(results.map((result: { id: string }) => `/v1/test_results/${result.id}`));
    expect(results[1].labNotes).toEqual([expect.stringContaining('Corrected')]);
  });

  it('have a qualitative and a partial result', async () => {
    const [culture] = await resultsOf('qualitativeResult');
    expect(culture.observations[0]).toMatchObject({ loincNum: '600-7', value: 'Staphylococcus aureus', interpretation: 'POS' });
    const [partial] = await resultsOf('partialResult');
    expect(partial.observations.map((observation: { value: string }) => observation.value === '')).toEqual([
      ...Array(7).fill(false),
      ...Array(5).fill(true),
    ]);
    for (const { loincNum } of [...culture.observations, ...partial.observations])
      expect([loincNum, isLoinc(loincNum)]).toEqual([loincNum, true]);
  });

  it.each([
    ['result', 0, ['Bundle-lipids']],
    ['correctedResult', 0, ['Observation-f004', 'Observation-f005']],
    ['correctedResult', 1, ['Bundle-ghp']],
  ] as const)('the figures of %s (%i) are those of %j', async (state, index, names) => {
    const { observations } = (await resultsOf(state))[index];
    const official = names.flatMap(readExample);
    for (const observation of observations as DeliveredObservation[]) {
      const { loincNum, value, unit, interpretation } = observation;
      const { referenceRange } = official.find((candidate) => candidate.loincNum === loincNum)!;
      expect(official).toContainEqual(expect.objectContaining({ loincNum, value, unit, interpretation }));
      expect(JSON.stringify(observation.referenceRange)).toBe(JSON.stringify(referenceRange));
    }
  });

  it('have orders of kits: new, fulfilled and canceled', async () => {
    const { body } = await partner.get('/sck/v1/orders');
    expect(body.map((order: any) => [order.status, order.kits.length])).toEqual([
      ['new', 2],
      ['fulfilled', 2],
      ['canceled', 1],
    ]);
    const kits = await partner.get(`/sck/v1/kits?order[]=${body[1].id}`);
    expect(kits.body.map((kit: any) => kit.kitCode)).toEqual(['DEMO-KIT-1', 'DEMO-KIT-2']);
    expect((await partner.get('/sck/v1/products')).body.map((product: any) => product.canonicalId)).toEqual(['blood-kit', 'saliva-kit']);
  });

  it('come with tokens for both sides', async () => {
    const operator = new TestClient(gateway.url, demo.operatorToken);
    expect((await operator.get('/admin/v1/tokens')).body.map((token: { partner: string | null }) => token.partner)).toEqual(['demo', null]);
    expect(await operator.post('/lab/v1/intakes', { specimenCode: 'DEMO-SP-0003' })).toMatchObject({ status: 200 });
    expect(await partner.get('/admin/v1/tokens')).toMatchObject({ status: 403 });
  });
});

describe('the first start', () => {
  let gateway: TestGateway;

  beforeEach(async () => {
    gateway = await startEmpty('germany');
  });

  afterEach(() => gateway.stop());

  const start = async (): Promise<string[]> => {
    const told: string[] = [];
    await loadDemoData(gateway.application, gateway.url, (text) => told.push(...text.split('\n')));
    return told;
  };

  it('tells three curl lines that work', async () => {
    const lines = (await start()).filter((line) => line.includes('curl '));
    expect(lines).toHaveLength(3);
    const [orders, test, result] = await Promise.all(
      lines.map(async (line) => {
        const { url, headers, data } = parseCurl(line);
        const response = await fetch(url, { headers, ...(data !== undefined && { method: 'POST', body: data }) });
        return { status: response.status, body: await response.json() };
      }),
    );
    expect(orders).toMatchObject({ status: 200, body: { length: 8 } });
    expect(test).toMatchObject({ status: 200, body: { testResults: [expect.any(String)] } });
    expect(result).toMatchObject({ status: 201, body: { observations: [{ loincNum: '2276-4', value: '48' }] } });
  });

  it('is the only one that shows tokens; two at the same time load once', async () => {
    const [first, second] = (await Promise.all([start(), start()])).map((lines) => lines.join('\n')).sort((a, b) => b.length - a.length);
    expect(first!.match(/lab_[\w-]{43}/g)!.length).toBeGreaterThanOrEqual(2);
    for (const text of [second, (await start()).join('\n')]) {
      expect(text).toContain('token create --partner demo');
      expect(text).not.toContain('lab_');
    }
  });

  it('says nothing on a database of somebody else', async () => {
    await gateway.dataSource.query(`INSERT INTO partners (id, slug, name, created_at) VALUES (gen_random_uuid(), 'own', 'Own', now())`);
    expect(await start()).toEqual([]);
  });

  it('loads all or nothing', async () => {
    await gateway.dataSource.query('ALTER TABLE documents ADD CHECK (size < 0)');
    await expect(start()).rejects.toThrow();
    const [counts] = (await countRecords(gateway)) as [Record<string, number>];
    expect(Object.values(counts)).toEqual(tables.map(() => 0));
  });
});
