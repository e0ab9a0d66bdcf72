import { addressBody } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { contactBody, kitOrdersPath as path, placeKitOrder, putKitProduct } from '../support/kits';
import { createdHeaders, emptyMetadata, keptMetadata, makesIdsOfAddresses, notMetadata, withMetadata } from '../support/order-contents';
import { anyUuid, nowhere } from '../support/patterns';
import { expectProblem, expectViolations, violation, withoutOccurrence, wrongType } from '../support/problems';
import { kitOrderBody } from '../support/records';
import { shownAddress } from '../support/shipping-address';

const now = '2026-02-03T08:15:30.123Z';

describe('creating kit orders', () => {
  let blood: string;
  let urine: string;
  const gateway = gatewayForTests(async ({ clock, operator }) => {
    blood = (await putKitProduct(operator)).body.id;
    urine = (await putKitProduct(operator, 'urine-kit')).body.id;
    clock.set(now);
  });

  const create = (overrides: object) => gateway.acme.post(path, kitOrderBody({ ...overrides }));

  it('answers with the whole order and the documented headers', async () => {
    const answer = await gateway.acme.post(path, kitOrderBody(), { 'X-Request-Id': 'kits-1' });
    const { status, headers, body, text } = answer;
    expect(status).toBe(201);
    expect(body).toEqual({
      id: anyUuid,
      kits: [expect.stringMatching(/^\/sck\/v1\/kits\/[0-9a-f-]{36}$/)],
      contact: { firstName: 'Erika', lastName: 'Mustermann', email: 'erika@example.org', phone: null },
      shippingAddress: shownAddress,
      metadata: null,
      status: 'new',
      createdAt: now,
      shippedAt: null,
    });
    expect(headers).toMatchObject(createdHeaders(answer, `${path}/${body.id}`, 'kits-1'));
    const read = await gateway.acme.get(headers['location']!);
    expect([read.status, read.headers['content-type'], read.text]).toEqual([200, 'application/json; charset=utf-8', text]);
  });

  it('makes one kit for each entry, in that order, whatever form the entry has', async () => {
    const iri = (id: string) => `/sck/v1/products/${id}`;
    const productIds = ['urine-kit', blood, iri(urine), iri('blood-kit'), 'urine-kit', blood.toUpperCase(), iri(blood.toUpperCase())];
    const { orderId, kitIds } = await placeKitOrder(gateway.acme, { productIds });
    expect(new Set(kitIds).size).toBe(7);
    const kits = await Promise.all(kitIds.map((id) => gateway.acme.get(`/sck/v1/kits/${id}`)));
    expect(kits.map(({ body }) => body)).toEqual(
      [urine, blood, urine, blood, urine, blood, blood].map((product, index) => ({
        id: kitIds[index],
        order: `${path}/${orderId}`,
        product: iri(product),
        kitCode: null,
        createdAt: now,
      })),
    );
    expect((await gateway.acme.get(`/sck/v1/kits?order[]=${orderId}`)).body).toHaveLength(7);
  });

  it('takes an order of 1,000 kits and no more', async () => {
    const kits = (length: number) => ({ productIds: Array.from({ length }, () => 'blood-kit') });
    expect(new Set((await placeKitOrder(gateway.acme, kits(1000))).kitIds).size).toBe(1000);
    expectViolations(await create(kits(1001)), violation('productIds', 'TooMany', { payload: { max: 1000 } }));
  });

  it.each([
    [{}, null],
    [{ phone: null }, null],
    [{ phone: '' }, ''],
    [{ phone: ' +49 30 1234 ' }, ' +49 30 1234 '],
  ])('keeps the phone of a contact with %j', async (overrides, phone) => {
    expect((await create({ contact: contactBody(overrides) })).body.contact).toEqual({ ...contactBody(), phone });
  });

  it('keeps the contact as sent, without the members that it does not know', async () => {
    const contact = { phone: '1', email: "o'hara+x@example.org", lastName: ' Müller-👩🏽‍⚕️ ', firstName: '<b>"\\' };
    const { body } = await create({ contact: { ...contact, title: { of: ['any'] } }, newer: [1], id: 'mine', status: 'fulfilled' });
    expect(body.contact).toEqual(contact);
    expect([body.id, body.status]).toEqual([anyUuid, 'new']);
    expect(Object.keys((await gateway.acme.get(`${path}/${body.id}`)).body.contact)).toEqual(['firstName', 'lastName', 'email', 'phone']);
  });

  it('keeps the address as sent and echoes its id', async () => {
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    const shippingAddress = addressBody({ address2: '', countryCode: 'AT', id, phone: '+43 1 234', company: 'Praxis', name: 'Dr. Żółć' });
    expect((await create({ shippingAddress })).body.shippingAddress).toEqual(shippingAddress);
  });

  makesIdsOfAddresses(create);

  it.each<readonly [string, string]>([
    ...keptMetadata,
    ['digits', '{"price":5.10,"big":12345678901234567890,"tiny":0.0000001,"one":1.0,"e":1.50E-7,"negative":-0.0}'],
  ])('keeps %s of metadata', async (_, metadata) => {
    const created = await gateway.acme.post(path, withMetadata(kitOrderBody(), metadata));
    const expected = `"metadata":${metadata},"status"`;
    expect(created.text).toContain(expected);
    expect((await gateway.acme.get(`${path}/${created.body.id}`)).text).toContain(expected);
    expect((await gateway.acme.get(`${path}?order[]=${created.body.id}`)).text).toContain(expected);
  });

  it.each(emptyMetadata)('takes %s as metadata', async (_, sent, stored) => {
    expect((await create({ metadata: sent })).body.metadata).toEqual(stored);
  });

  it.each(notMetadata)('refuses %j as metadata', async (metadata, given) => {
    expectProblem(await create({ metadata }), 400, wrongType('metadata', 'object', given));
  });

  it('refuses an eleventh entry of metadata, and values that are not primitive', async () => {
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`key${index}`, index]));
    expectViolations(await create({ metadata: eleven }), violation('metadata', 'TooMany', { payload: { max: 10 } }));
    const answer = await create({ metadata: { a: null, good: 1, b: {}, c: [] } });
    expectViolations(answer, ...['a', 'b', 'c'].map((key) => violation(`metadata.${key}`, 'Type', { payload: { type: 'scalar' } })));
  });

  it('makes one order of parallel requests with one idempotency key', async () => {
    const before = (await gateway.acme.get(path, { Prefer: 'count=exact' })).headers['x-total-count'];
    const send = () => gateway.acme.post(path, kitOrderBody(), { 'Idempotency-Key': 'kits-once' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    const made = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true);
    expect(new Set([...made, await send()].map(({ text }) => text)).size).toBe(1);
    expect((await gateway.acme.get(path, { Prefer: 'count=exact' })).headers['x-total-count']).toBe(String(Number(before) + 1));
  });

  it('is read by its own partner alone, like a missing one by the others', async () => {
    const { orderId, kitIds } = await placeKitOrder(gateway.acme);
    for (const [collection, id] of [
      [path, orderId],
      ['/sck/v1/kits', kitIds[0]!],
    ] as const) {
      const foreign = await gateway.other.get(`${collection}/${id}`);
      expectProblem(foreign, 404);
      expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(await gateway.other.get(`${collection}/${nowhere}`), nowhere));
      for (const none of ['nothing', '1', '%20']) expectProblem(await gateway.acme.get(`${collection}/${none}`), 404);
    }
  });

  it.each([
    ['GET', path, 'sck:read'],
    ['GET', `${path}/${nowhere}`, 'sck:read'],
    ['POST', path, 'sck:write'],
    ['GET', '/sck/v1/kits', 'sck:read'],
    ['GET', `/sck/v1/kits/${nowhere}`, 'sck:read'],
    ['GET', '/sck/v1/products', 'sck:read'],
    ['GET', '/sck/v1/products/blood-kit', 'sck:read'],
  ] as const)('%s %s needs a token with %s', async (method, address, scope) => {
    const body = method === 'POST' ? kitOrderBody() : undefined;
    const scopes = (['sck:read', 'sck:write', 'orders:read', 'orders:write', 'products:read'] as const).filter((one) => one !== scope);
    const answer = await (await gateway.clientWith({ scopes })).send(method, address, body);
    expectProblem(answer, 403, expect.stringContaining(`"${scope}"`));
    const anonymous = await gateway.nobody.send(method, address, body);
    expectProblem(anonymous, 401);
    expect(anonymous.headers['www-authenticate']).toMatch(/^Bearer/);
  });
});
