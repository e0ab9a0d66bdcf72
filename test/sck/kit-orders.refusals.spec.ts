import { addressBody, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { contactBody, kitOrdersPath as path, putKitProduct } from '../support/kits';
import { nowhere } from '../support/patterns';
import { type ConstraintName, type ExpectedViolation, expectProblem, expectViolations, violation, wrongType } from '../support/problems';
import { kitOrderBody } from '../support/records';

/** An order whose member at `place` (`contact.email`) is `value`; undefined leaves it out. */
const withMember = (place: string, value: unknown): object => {
  const [first, second] = place.split('.');
  if (second === undefined) return kitOrderBody({ [place]: value });
  return kitOrderBody({ [first!]: (first === 'contact' ? contactBody : addressBody)({ [second]: value }) });
};

describe('refusing kit orders', () => {
  let gateway: TestGateway;
  let testProduct: string;
  let retired: string;

  const send = (body: unknown) => gateway.acme.post(path, body);

  beforeAll(async () => {
    gateway = await startGateway();
    await putKitProduct(gateway.operator);
    retired = (await putKitProduct(gateway.operator, 'retired', { active: false })).body.id;
    testProduct = (await putProduct(gateway.operator)).body.id;
  });

  afterEach(async () => {
    for (const collection of [path, '/sck/v1/kits']) expect((await gateway.acme.get(collection)).body).toEqual([]);
  });

  afterAll(() => gateway.stop());

  const texts = ['firstName', 'lastName', 'email', 'phone'].map((name) => `contact.${name}`);
  const lines = ['address1', 'address2', 'zip', 'city', 'countryCode', 'firstName', 'lastName', 'id', 'phone', 'company', 'name'];
  const values = [
    [5, 'number'],
    [true, 'boolean'],
    [{}, 'object'],
    [['text'], 'array'],
  ] as const;

  it.each(
    [...texts, ...lines.map((name) => `shippingAddress.${name}`)].flatMap((place) =>
      values.map(([value, given]) => [place, value, given] as const),
    ),
  )('%s must be a string, not %j', async (place, value, given) => {
    expectProblem(await send(withMember(place, value)), 400, wrongType(place, 'string', given));
  });

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

  const required = ['productIds', 'contact', 'shippingAddress', 'contact.firstName', 'contact.lastName', 'contact.email'].concat(
    ['address1', 'zip', 'city', 'firstName', 'lastName'].map((name) => `shippingAddress.${name}`),
  );

  it.each(required)('%s must not be missing', async (place) => {
    expectViolations(await send(withMember(place, undefined)), violation(place, 'NotBlank'));
  });

  it.each([...required, 'productIds[0]'])('%s must not be null', async (place) => {
    const body = place === 'productIds[0]' ? kitOrderBody({ productIds: [null] }) : withMember(place, null);
    expectViolations(await send(body), violation(place, 'NotNull'));
  });

  it.each(required.slice(3).flatMap((place) => ['', ' ', '\t\n', '\u00a0\u2003'].map((blank) => [place, blank])))(
    '%s must not be blank: %j',
    async (place, blank) => {
      expectViolations(await send(withMember(place, blank)), violation(place, 'NotBlank'));
    },
  );

  it.each<[string, unknown, ConstraintName, Omit<ExpectedViolation, 'path' | 'constraint'>]>([
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

  it.each([...texts, 'shippingAddress.city', 'shippingAddress.company'])('%s must not hold NUL or a lone surrogate', async (place) => {
    for (const escape of ['\\u0000', '\\ud800', '\\udc00x']) {
      const text = JSON.stringify(withMember(place, 'MARK')).replace('MARK', `Eri${escape}ka`);
      expectViolations(await send(text), violation(place, 'Regex'));
    }
  });

  it.each([
    ['no JSON', '{"productIds":'],
    ['no object', '[]'],
    ['a member twice', '{"contact":{},"contact":{}}'],
    ['nothing', ''],
  ])('refuses a body of %s', async (_, body) => {
    expectProblem(await send(body), 400);
  });
});
