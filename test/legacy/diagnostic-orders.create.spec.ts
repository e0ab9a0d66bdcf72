import { addressBody, orderBody, patientBody, placeOrder, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { createdHeaders, emptyMetadata, keptMetadata, makesIdsOfAddresses, notMetadata, withMetadata } from '../support/order-contents';
import { anyUuid } from '../support/patterns';
import { expectProblem, expectViolations, violation, wrongType } from '../support/problems';
import { shownAddress } from '../support/shipping-address';

const path = '/v1/diagnostic_orders';
const now = '2026-02-03T08:15:30.123Z';

describe('creating diagnostic orders', () => {
  let lipids: string;
  let vitamin: string;
  const gateway = gatewayForTests(async ({ clock, operator }) => {
    lipids = (await putProduct(operator)).body.id;
    vitamin = (await putProduct(operator, 'vitamin-d')).body.id;
    clock.set(now);
  });

  const create = (overrides: object) => gateway.acme.post(path, orderBody({ ...overrides }));

  it('answers with the whole order and the documented headers', async () => {
    const answer = await gateway.acme.post(path, orderBody(), { 'X-Request-Id': 'order-1' });
    const { status, headers, body, text } = answer;
    expect(status).toBe(201);
    expect(body).toEqual({
      id: anyUuid,
      diagnosticTests: [expect.stringMatching(/^\/v1\/diagnostic_tests\/[0-9a-f-]{36}$/)],
      createdAt: now,
      shippedAt: null,
      shippingAddress: shownAddress,
      metadata: null,
    });
    expect(headers).toMatchObject(createdHeaders(answer, `${path}/${body.id}`, 'order-1'));
    expect((await gateway.acme.get(headers['location']!)).text).toBe(text);
  });

  it('makes one test for each entry, in that order, whatever form the entry has', async () => {
    const iri = (id: string) => `/v1/diagnostic_products/${id}`;
    const productIds = ['vitamin-d', lipids, iri(vitamin), iri('lipid-panel'), 'vitamin-d', lipids.toUpperCase()];
    const { testIds } = await placeOrder(gateway.acme, { productIds });
    expect(new Set(testIds).size).toBe(6);
    const tests = await Promise.all(testIds.map((id) => gateway.acme.get(`/v1/diagnostic_tests/${id}`)));
    expect(tests.map(({ body }) => body.diagnosticProduct)).toEqual([vitamin, lipids, vitamin, lipids, vitamin, lipids].map(iri));
  });

  it('takes an order of thousands of products', async () => {
    const { testIds } = await placeOrder(gateway.acme, { productIds: Array.from({ length: 1000 }, () => 'vitamin-d') });
    expect(new Set(testIds).size).toBe(1000);
  });

  it('puts the patient on every test, with gender X unless said', async () => {
    const { orderId, testIds } = await placeOrder(gateway.acme, { productIds: [lipids, vitamin] });
    for (const id of testIds) {
      expect((await gateway.acme.get(`/v1/diagnostic_tests/${id}`)).body).toEqual({
        id,
        diagnosticOrder: `${path}/${orderId}`,
        diagnosticProduct: expect.any(String),
        testResults: [],
        patient: { email: 'erika@example.org', firstName: 'Erika', lastName: 'Mustermann', gender: 'X' },
        specimens: [],
        activatedAt: null,
        labIntakeAt: null,
        createdAt: now,
      });
    }
  });

  it.each<[string, object, object]>([
    ['no member', {}, { countryCode: null, provider: null, healthInsuranceTypeDE: null, subscriberIdentifier: null }],
    [
      'some members',
      { provider: 'Musterkasse', healthInsuranceTypeDE: 'PKV' },
      { countryCode: null, provider: 'Musterkasse', healthInsuranceTypeDE: 'PKV', subscriberIdentifier: null },
    ],
    [
      'every member',
      { countryCode: 'AT', provider: 'ÖGK', healthInsuranceTypeDE: 'GKV', subscriberIdentifier: '1237 010180' },
      { countryCode: 'AT', provider: 'ÖGK', healthInsuranceTypeDE: 'GKV', subscriberIdentifier: '1237 010180' },
    ],
  ])('keeps health insurance with %s', async (_, sent, stored) => {
    const patient = patientBody({ gender: 'D', dateOfBirth: '1984-02-29', healthInsuranceDetails: sent });
    const { testIds } = await placeOrder(gateway.acme, { patient });
    const { body } = await gateway.acme.get(`/v1/diagnostic_tests/${testIds[0]}`);
    expect(body.patient).toEqual({ ...patient, healthInsuranceDetails: stored });
  });

  it('keeps the address as sent and echoes its id', async () => {
    const address = addressBody({
      address1: ' Musterstraße 12 ',
      address2: '',
      countryCode: 'AT',
      id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      phone: '+43 1 234',
      company: 'Praxis "Am Ring"',
      name: 'Dr. Żółć',
    });
    expect((await create({ shippingAddress: address })).body.shippingAddress).toEqual(address);
  });

  makesIdsOfAddresses(create);

  it.each<readonly [string, string]>([
    ...keptMetadata,
    ['digits', '{"price":5.10,"big":12345678901234567890,"long":0.12345678901234567890,"tiny":0.0000001,"one":1.0,"small":-5.00}'],
    ['exponents', '{"a":1e5,"b":1.50E-7,"c":6.02e+23}'],
    ['negative zero', '{"a":-0,"b":-0.0}'],
    ['right-to-left text and emoji', '{"שלום":"مرحبا \u200f","👩‍⚕️":"🧪"}'],
  ])('keeps %s of metadata', async (_, metadata) => {
    const created = await gateway.acme.post(path, withMetadata(orderBody(), metadata));
    expect(created.text).toContain(`"metadata":${metadata}}`);
    expect((await gateway.acme.get(`${path}/${created.body.id}`)).text).toContain(`"metadata":${metadata}}`);
    expect((await gateway.acme.get(`${path}?order[]=${created.body.id}`)).text).toContain(`"metadata":${metadata}}`);
  });

  it.each(emptyMetadata)('takes %s as metadata', async (_, sent, stored) => {
    expect((await create({ metadata: sent })).body.metadata).toEqual(stored);
  });

  it.each([...notMetadata, [[[]], 'array'] as const])('refuses %j as metadata', async (metadata, given) => {
    expectProblem(await create({ metadata }), 400, wrongType('metadata', 'object', given));
  });

  it.each([
    ['an object', {}],
    ['an array', []],
    ['null', null],
  ])('refuses %s as a value of metadata', async (_, value) => {
    const answer = await create({ metadata: { good: 1, bad: value, worse: { deep: 1 } } });
    expectViolations(answer, ...['bad', 'worse'].map((key) => violation(`metadata.${key}`, 'Type', { payload: { type: 'scalar' } })));
  });

  it('refuses an eleventh entry of metadata', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`key${index}`, index]));
    expectViolations(await create({ metadata }), violation('metadata', 'TooMany', { payload: { max: 10 } }));
  });

  it('ignores members that it does not know', async () => {
    const answer = await gateway.acme.post(path, {
      ...orderBody({ patient: patientBody({ title: { of: ['any'] } }), shippingAddress: addressBody({ floor: 3 }), newer: [1] }),
      id: 'mine',
    });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toMatch(/mine|floor|newer/);
  });
});
