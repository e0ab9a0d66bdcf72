import { addressBody, orderBody, patientBody, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { withMetadata } from '../support/order-contents';
import {
  otherThanStrings,
  type OrderDoor,
  refusesAbsence,
  refusesOtherThanStrings,
  refusesUnstorableText,
  withMemberAt,
} from '../support/order-members';
import { type ConstraintName, expectProblem, expectViolations, type RefusedValue, violation, wrongType } from '../support/problems';

const path = '/v1/diagnostic_orders';
const today = '2026-02-03';

describe('refusing diagnostic orders', () => {
  let ordersBefore: string;
  const gateway = gatewayForTests(async ({ clock, operator }) => {
    await putProduct(operator);
    await putProduct(operator, 'retired', { active: false });
    clock.set(`${today}T12:00:00Z`);
  });

  const allOrders = async (): Promise<string> => (await gateway.acme.get(path)).text;
  const send = (body: unknown) => gateway.acme.post(path, body);
  const door: OrderDoor = { send, orderOf: orderBody, person: 'patient', personOf: patientBody };
  const withMember = withMemberAt(door);

  beforeAll(async () => {
    await send(orderBody());
    ordersBefore = await allOrders();
  });

  afterEach(async () => {
    if (!expect.getState().currentTestName!.includes('accepts')) expect(await allOrders()).toBe(ordersBefore);
    else ordersBefore = await allOrders();
  });

  const texts = ['firstName', 'lastName', 'email', 'gender', 'dateOfBirth'].map((name) => `patient.${name}`);

  refusesOtherThanStrings(door, texts, [...otherThanStrings, [5.1, 'number']]);

  it.each([
    ['productIds', 'array', 'lipid-panel', 'string'],
    ['productIds', 'array', { 0: 'lipid-panel' }, 'object'],
    ['productIds', 'array', 1, 'number'],
    ['patient', 'object', 'Erika', 'string'],
    ['patient', 'object', [], 'array'],
    ['shippingAddress', 'object', [{}], 'array'],
    ['shippingAddress', 'object', false, 'boolean'],
    ['patient.healthInsuranceDetails', 'object', [], 'array'],
    ['patient.healthInsuranceDetails', 'object', 'GKV', 'string'],
  ])('%s must be of type %s, not %j', async (place, expected, value, given) => {
    expectProblem(await send(withMember(place, value)), 400, wrongType(place, expected, given));
  });

  it('names every member of a wrong type, one a line', async () => {
    const body = orderBody({ productIds: ['lipid-panel', 5], patient: patientBody({ email: 5, healthInsuranceDetails: { provider: 1 } }) });
    const detail = [
      wrongType('productIds[1]', 'string', 'number'),
      wrongType('patient.email', 'string', 'number'),
      wrongType('patient.healthInsuranceDetails.provider', 'string', 'number'),
    ].join('\n');
    expectProblem(await send(body), 400, detail);
  });

  refusesAbsence(door);

  it.each<RefusedValue>([
    ['productIds', [], 'TooFew', { payload: { min: 1 } }],
    ['patient.gender', 'W', 'Choice', { payload: { choices: ['M', 'F', 'D', 'X'] }, hint: ['M', 'F', 'D', 'X'] }],
    ['patient.gender', 'm', 'Choice', {}],
    ['patient.gender', '', 'Choice', {}],
    ['patient.dateOfBirth', '2026-02-04', 'Range', { payload: { min: '1900-01-01', max: today }, hint: ['1900-01-01', today] }],
    ['patient.dateOfBirth', '9999-12-31', 'Range', {}],
    ['patient.dateOfBirth', '1899-12-31', 'Range', {}],
    ['patient.dateOfBirth', '2023-02-29', 'Date', {}],
    ['patient.dateOfBirth', '1900-02-29', 'Date', {}],
    ['patient.dateOfBirth', '1990-13-01', 'Date', {}],
    ['patient.dateOfBirth', '1990-00-10', 'Date', {}],
    ['patient.dateOfBirth', '1990-04-31', 'Date', {}],
    ['patient.dateOfBirth', 'yesterday', 'DateFormat', {}],
    ['patient.dateOfBirth', '', 'DateFormat', {}],
    ['patient.dateOfBirth', '1990-1-1', 'DateFormat', {}],
    ['patient.dateOfBirth', '01.01.1990', 'DateFormat', {}],
    ['patient.dateOfBirth', '1990-01-01T00:00:00Z', 'DateFormat', {}],
    ['patient.dateOfBirth', '1990-01-01\n', 'DateFormat', {}],
    ['shippingAddress.countryCode', 'XX', 'Country', {}],
    ['shippingAddress.countryCode', 'UK', 'Country', {}],
    ['shippingAddress.countryCode', 'de', 'Country', {}],
    ['shippingAddress.countryCode', 'DEU', 'Country', {}],
    ['shippingAddress.countryCode', '', 'Country', {}],
    ['shippingAddress.id', 'abc', 'UuidTooShort', {}],
    ['shippingAddress.id', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff0', 'UuidTooLong', {}],
    ['shippingAddress.id', '6f9619ff-8b86-4d01-b42d-00cf4fc964fg', 'UuidCharacters', {}],
  ])('%s must not be %j', async (place, value, constraint, details) => {
    expectViolations(await send(withMember(place, value)), violation(place, constraint, details));
  });

  it.each<[object, string, ConstraintName]>([
    [{ healthInsuranceTypeDE: 'gkv' }, 'healthInsuranceTypeDE', 'Choice'],
    [{ countryCode: 'ZZ' }, 'countryCode', 'Country'],
  ])('health insurance must not be %j', async (healthInsuranceDetails, member, constraint) => {
    const answer = await send(orderBody({ patient: patientBody({ healthInsuranceDetails }) }));
    expectViolations(answer, violation(`patient.healthInsuranceDetails.${member}`, constraint));
  });

  it.each(['1900-01-01', today, '2024-02-29', '2000-02-29'])('accepts the date of birth %s', async (dateOfBirth) => {
    expect((await send(withMember('patient.dateOfBirth', dateOfBirth))).status).toBe(201);
  });

  it.each([
    'a@b',
    "o'hara+x@example.org",
    '.a..b.@example.org',
    `${'l'.repeat(200)}@${'d'.repeat(63)}.example`,
    '!#$%&*/=?^_`{|}~-@x-y.example',
  ])('accepts the email %s, as HTML does', async (email) => {
    expect((await send(withMember('patient.email', email))).status).toBe(201);
  });

  it.each([
    'plain',
    '@b',
    'a@',
    'a b@c.de',
    'a@b c',
    'a@-b.de',
    'a@b-.de',
    'a@b..de',
    'ä@b.de',
    'a@ü.de',
    'a@b.de ',
    `a@${'d'.repeat(64)}.de`,
    'a@b@c',
  ])('refuses the email %j, as HTML does', async (email) => {
    expectViolations(await send(withMember('patient.email', email)), violation('patient.email', 'Email'));
  });

  it.each([
    'nothing',
    'retired',
    '',
    'Lipid-Panel',
    '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a',
    '/v1/diagnostic_products/',
    '/sck/v1/products/lipid-panel',
  ])('productIds[1] must not be %j', async (reference) => {
    const answer = await send(orderBody({ productIds: ['lipid-panel', reference, 'lipid-panel'] }));
    expectViolations(answer, violation('productIds[1]', reference === '' ? 'NotBlank' : 'Choice'));
  });

  it('tells every violation at once, in the order of the body', async () => {
    const answer = await send({
      metadata: { nothing: null },
      shippingAddress: addressBody({ zip: '', city: null, countryCode: 'XX' }),
      patient: { lastName: ' ', email: 'none', gender: 'Q', dateOfBirth: '2099-01-01' },
      productIds: ['nothing', 'lipid-panel', '', 'retired'],
    });
    expectViolations(
      answer,
      violation('productIds[0]', 'Choice'),
      violation('productIds[2]', 'NotBlank'),
      violation('productIds[3]', 'Choice'),
      violation('patient.firstName', 'NotBlank'),
      violation('patient.lastName', 'NotBlank'),
      violation('patient.email', 'Email'),
      violation('patient.gender', 'Choice'),
      violation('patient.dateOfBirth', 'Range', { payload: { min: '1900-01-01', max: today } }),
      violation('shippingAddress.zip', 'NotBlank'),
      violation('shippingAddress.city', 'NotNull'),
      violation('shippingAddress.countryCode', 'Country'),
      violation('metadata.nothing', 'Type', { payload: { type: 'scalar' } }),
    );
  });

  refusesUnstorableText(door, [
    'patient.firstName',
    'patient.email',
    'shippingAddress.address1',
    'shippingAddress.phone',
    'shippingAddress.countryCode',
    'patient.dateOfBirth',
  ]);

  it.each(['{"key":"a\\u0000"}', '{"key":"\\ud800"}'])('metadata must not hold %s', async (metadata) => {
    expectViolations(await send(withMetadata(orderBody(), metadata)), violation('metadata.key', 'Regex'));
  });

  it.each(['{"a\\u0000":1}', '{"\\udfff":1}'])('metadata must not have the key of %s', async (metadata) => {
    const { status, body } = await send(withMetadata(orderBody(), metadata));
    expect([status, body.violations.length, body.violations[0].propertyPath]).toEqual([422, 1, expect.stringMatching(/^metadata/)]);
  });

  it.each([
    ['4,000 characters', 'x'.repeat(4000)],
    ['right-to-left text', 'مرحبا שלום \u202e abc'],
    ['emoji', '👩🏽‍⚕️🧪𝒳'],
    ['white space around', '  Erika  '],
    ['markup and SQL', `<script>'; DROP TABLE partners; --"\\`],
  ])('accepts and keeps %s', async (_, text) => {
    const { status, body } = await send(
      orderBody({ patient: patientBody({ firstName: text }), shippingAddress: addressBody({ city: text }) }),
    );
    expect([status, body.shippingAddress.city]).toEqual([201, text]);
    expect((await gateway.acme.get(body.diagnosticTests[0])).body.patient.firstName).toBe(text);
  });
});
