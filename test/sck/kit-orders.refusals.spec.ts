import { addressBody, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { contactBody, kitOrdersPath as path, putKitProduct } from '../support/kits';
import { type OrderDoor, refusesAbsence, refusesOtherThanStrings, refusesUnstorableText, withMemberAt } from '../support/order-members';
import { nowhere } from '../support/patterns';
import { expectProblem, expectViolations, type RefusedValue, violation, wrongType } from '../support/problems';
import { kitOrderBody } from '../support/records';

describe('refusing kit orders', () => {
  let testProduct: string;
  let retired: string;
  const gateway = gatewayForTests(async ({ operator }) => {
    await putKitProduct(operator);
    retired = (await putKitProduct(operator, 'retired', { active: false })).body.id;
    testProduct = (await putProduct(operator)).body.id;
  });

  const send = (body: unknown) => gateway.acme.post(path, body);
  const door: OrderDoor = { send, orderOf: kitOrderBody, person: 'contact', personOf: contactBody };
  const withMember = withMemberAt(door);

  afterEach(async () => {
    for (const collection of [path, '/sck/v1/kits']) expect((await gateway.acme.get(collection)).body).toEqual([]);
  });

  const texts = ['firstName', 'lastName', 'email', 'phone'].map((name) => `contact.${name}`);

  refusesOtherThanStrings(door, texts);

  it.each([
    ['productIds', 'array', 'blood-kit', 'string'],
    ['productIds', 'array', { 0: 'blood-kit' }, 'object'],
    ['productIds', 'array', 1, 'number'],
    ['contact', 'object', 'Erika', 'string'],
    ['contact', 'object', [], 'array'],
    ['contact', 'object', 5.1, 'number'],
    ['shippingAddress', 'object', [{}], 'array'],
    ['shippingAddress', 'object', false, 'boolean'],
  ])('%s must be of type %s, not %j', async (place, expected, value, given) => {
    expectProblem(await send(withMember(place, value)), 400, wrongType(place, expected, given));
  });

  it('names every member of a wrong type, one a line', async () => {
    const body = kitOrderBody({ productIds: ['blood-kit', 5], contact: contactBody({ email: 5 }), shippingAddress: [], metadata: 'x' });
    const detail = [
      wrongType('productIds[1]', 'string', 'number'),
      wrongType('contact.email', 'string', 'number'),
      wrongType('shippingAddress', 'object', 'array'),
      wrongType('metadata', 'object', 'string'),
    ].join('\n');
    expectProblem(await send(body), 400, detail);
  });

  refusesAbsence(door);

  it.each<RefusedValue>([
    ['productIds', [], 'TooFew', { payload: { min: 1 } }],
    ['contact.email', 'plain', 'Email', {}],
    ['contact.email', 'a b@c.de', 'Email', {}],
    ['contact.email', 'ä@b.de', 'Email', {}],
    ['contact.email', 'a@b.de ', 'Email', {}],
    ['shippingAddress.countryCode', 'XX', 'Country', {}],
    ['shippingAddress.countryCode', 'de', 'Country', {}],
    ['shippingAddress.countryCode', '', 'Country', {}],
    ['shippingAddress.id', 'abc', 'UuidTooShort', {}],
    ['shippingAddress.id', '6f9619ff-8b86-4d01-b42d-00cf4fc964fg', 'UuidCharacters', {}],
  ])('%s must not be %j', async (place, value, constraint, details) => {
    expectViolations(await send(withMember(place, value)), violation(place, constraint, details));
  });

  it.each([
    ['an unknown canonical id', () => 'nothing'],
    ['an unknown uuid', () => nowhere],
    ['an unknown IRI', () => `/sck/v1/products/${nowhere}`],
    ['an IRI without an id', () => '/sck/v1/products/'],
    ['an inactive product', () => 'retired'],
    ['the uuid of an inactive product', () => retired],
    ['the IRI of an inactive product', () => `/sck/v1/products/${retired}`],
    ['a diagnostic product', () => 'lipid-panel'],
    ['the uuid of a diagnostic product', () => testProduct],
    ['the IRI of a diagnostic product', () => `/v1/diagnostic_products/${testProduct}`],
    ['the IRI of a kit product behind the wrong door', () => '/v1/diagnostic_products/blood-kit'],
    ['a canonical id in capitals', () => 'Blood-Kit'],
    ['a canonical id with white space', () => 'blood-kit '],
    ['a very long text', () => 'x'.repeat(10_000)],
  ])('productIds[1] must not be %s', async (_, reference) => {
    const answer = await send(kitOrderBody({ productIds: ['blood-kit', reference(), 'blood-kit'] }));
    expectViolations(answer, violation('productIds[1]', 'Choice'));
  });

  it.each(['', ' '])('productIds[1] must not be blank: %j', async (blank) => {
    expectViolations(await send(kitOrderBody({ productIds: ['blood-kit', blank] })), violation('productIds[1]', 'NotBlank'));
  });

  it('tells every violation at once, in the order of the body', async () => {
    const answer = await send({
      metadata: { nothing: null },
      shippingAddress: addressBody({ zip: '', city: null, countryCode: 'XX' }),
      contact: { email: 'none', lastName: ' ' },
      productIds: ['nothing', 'blood-kit', '', 'retired', null],
    });
    expectViolations(
      answer,
      violation('productIds[0]', 'Choice'),
      violation('productIds[2]', 'NotBlank'),
      violation('productIds[3]', 'Choice'),
      violation('productIds[4]', 'NotNull'),
      violation('contact.firstName', 'NotBlank'),
      violation('contact.lastName', 'NotBlank'),
      violation('contact.email', 'Email'),
      violation('shippingAddress.zip', 'NotBlank'),
      violation('shippingAddress.city', 'NotNull'),
      violation('shippingAddress.countryCode', 'Country'),
      violation('metadata.nothing', 'Type', { payload: { type: 'scalar' } }),
    );
  });

  it.each([
    ['de', 'Dieser Wert sollte nicht leer sein.'],
    ['fr', 'Cette valeur ne doit pas être vide.'],
  ])('speaks %s', async (language, message) => {
    const { headers, body } = await gateway.acme.post(path, withMember('contact.email', ''), { 'Accept-Language': language });
    expect([headers['content-language'], body.violations[0].message]).toEqual([language, message]);
  });

  refusesUnstorableText(door, [...texts, 'shippingAddress.city', 'shippingAddress.company']);

  it.each([
    ['no JSON', '{"productIds":'],
    ['no object', '[]'],
    ['a member twice', '{"contact":{},"contact":{}}'],
    ['nothing', ''],
  ])('refuses a body of %s', async (_, body) => {
    expectProblem(await send(body), 400);
  });
});
