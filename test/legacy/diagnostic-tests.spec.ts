import { activationBody, deliverResult, patientBody, placeOrder, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { nowhere } from '../support/patterns';
import {
  type ConstraintName,
  expectProblem,
  expectViolations,
  type RefusedValue,
  violation,
  withoutOccurrence,
  wrongType,
} from '../support/problems';

const [first, second, third] = ['2026-02-03T08:00:00.000Z', '2026-02-03T12:00:00.000Z', '2026-02-04T08:00:00.000Z'];
const insurance = { countryCode: 'DE', provider: 'Musterkasse', healthInsuranceTypeDE: 'GKV', subscriberIdentifier: 'A123456780' };

describe('diagnostic tests', () => {
  const gateway = gatewayForTests(({ operator }) => putProduct(operator));
  let id: string;
  let orderId: string;
  let path: string;
  let fresh: any;

  beforeEach(async () => {
    gateway.clock.set(first);
    const placed = await placeOrder(gateway.acme, { patient: patientBody({ gender: 'M', healthInsuranceDetails: insurance }) });
    [orderId, id] = [placed.orderId, placed.testIds[0]!];
    path = `/v1/diagnostic_tests/${id}`;
    fresh = (await gateway.acme.get(path)).body;
  });

  const activate = (body: unknown) => gateway.acme.post(`${path}/activate`, body);
  const note = (body: unknown) => gateway.acme.post(`${path}/specimens`, body);

  it('leave out what has no value yet, and null what is nullable', () => {
    expect(fresh).toEqual({
      id,
      diagnosticOrder: `/v1/diagnostic_orders/${orderId}`,
      diagnosticProduct: expect.stringMatching(/^\/v1\/diagnostic_products\/[0-9a-f-]{36}$/),
      testResults: [],
      patient: { email: 'erika@example.org', firstName: 'Erika', lastName: 'Mustermann', gender: 'M', healthInsuranceDetails: insurance },
      specimens: [],
      activatedAt: null,
      labIntakeAt: null,
      createdAt: first,
    });
  });

  it('note a specimen once for each code, without activation', async () => {
    const noted = { specimenCode: 'A', createdAt: second, menstrualPhaseAtCollection: null };
    gateway.clock.set(second);
    const answer = await note({ specimenCode: 'A', newer: true });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ ...fresh, specimens: [noted] });
    gateway.clock.set(third);
    expect((await note({ specimenCode: 'A' })).body).toEqual(answer.body);
    expect((await note({ specimenCode: ' a' })).body).toEqual({
      ...fresh,
      specimens: [noted, { ...noted, specimenCode: ' a', createdAt: third }],
    });
    expect((await gateway.acme.get(path)).body.specimens).toHaveLength(2);
  });

  it('are activated with the specimen and the patient of the body', async () => {
    gateway.clock.set(second);
    const { status, headers, text, body } = await activate(activationBody({ menstrualPhaseAtCollection: 'luteal' }));
    expect(status).toBe(201);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      ...fresh,
      patient: { ...fresh.patient, gender: 'F', dateOfBirth: '1984-02-29' },
      specimens: [
        {
          specimenCode: 'SP-1',
          createdAt: second,
          collectionDate: '2026-02-03',
          collectionTime: '07:45:00',
          menstrualPhaseAtCollection: 'luteal',
        },
      ],
      activatedAt: second,
    });
    expect((await gateway.acme.get(path)).text).toBe(text);
  });

  it('keep activatedAt, and update specimen and patient with later activations', async () => {
    await note({ specimenCode: 'SP-1' });
    gateway.clock.set(second);
    await activate(activationBody({ menstrualPhaseAtCollection: 'luteal' }));
    gateway.clock.set(third);
    const changed = { collectionDate: '2026-02-04', collectionTime: '23:59:59', gender: 'X', dateOfBirth: '1990-01-01' };
    const { body } = await activate(activationBody({ ...changed, healthInsuranceDetails: { healthInsuranceTypeDE: 'PKV' } }));
    expect(body).toEqual({
      ...fresh,
      patient: {
        ...fresh.patient,
        gender: 'X',
        dateOfBirth: '1990-01-01',
        healthInsuranceDetails: { countryCode: null, provider: null, healthInsuranceTypeDE: 'PKV', subscriberIdentifier: null },
      },
      specimens: [
        {
          specimenCode: 'SP-1',
          createdAt: first,
          collectionDate: '2026-02-04',
          collectionTime: '23:59:59',
          menstrualPhaseAtCollection: null,
        },
      ],
      activatedAt: second,
    });
    const other = await activate(activationBody({ specimenCode: 'SP-2' }));
    expect(other.body.specimens.map((specimen: any) => specimen.specimenCode)).toEqual(['SP-1', 'SP-2']);
    expect(other.body).toMatchObject({ activatedAt: second, patient: { healthInsuranceDetails: { healthInsuranceTypeDE: 'PKV' } } });
  });

  it('keep the collection when only the code is noted again', async () => {
    const { body } = await activate(activationBody());
    expect((await note({ specimenCode: 'SP-1' })).body).toEqual(body);
  });

  it.each<[string, string | null]>([
    ['specimenCode', '𝒳'.repeat(255)],
    ['collectionTime', '00:00:00'],
    ['collectionDate', '2026-02-04'],
    ['collectionDate', '1900-01-01'],
    ['dateOfBirth', '2026-02-03'],
    ['dateOfBirth', '1900-01-01'],
    ['menstrualPhaseAtCollection', null],
    ['id', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
    ...['follikel', 'ovulation', 'luteal', 'menopause'].map((phase): [string, string] => ['menstrualPhaseAtCollection', phase]),
    ...['M', 'F', 'D', 'X'].map((gender): [string, string] => ['gender', gender]),
  ])('take %s %j', async (member, value) => {
    const { status, body } = await activate(activationBody({ [member]: value }));
    expect(status).toBe(201);
    if (member !== 'id') expect({ ...body.patient, ...body.specimens[0] }).toHaveProperty(member, value);
  });

  const required = ['specimenCode', 'collectionDate', 'collectionTime', 'gender', 'dateOfBirth'];
  const choices = ['follikel', 'ovulation', 'luteal', 'menopause'];

  it.each<RefusedValue>([
    ...required.map((member): RefusedValue => [member, undefined, 'NotBlank', {}]),
    ...required.map((member): RefusedValue => [member, null, 'NotNull', {}]),
    ['specimenCode', '', 'NotBlank', {}],
    ['specimenCode', ' \t', 'NotBlank', {}],
    ['specimenCode', 'x'.repeat(256), 'TooLong', { payload: { max: 255 } }],
    ['specimenCode', 'a\0b', 'Regex', {}],
    ['collectionDate', '2026-02-05', 'Range', {}],
    ['collectionDate', '2026-02-29', 'Date', {}],
    ['collectionDate', '3.2.2026', 'DateFormat', {}],
    ['collectionTime', '7:45:00', 'Regex', {}],
    ['collectionTime', '07:45', 'Regex', {}],
    ['collectionTime', '24:00:00', 'Regex', {}],
    ['collectionTime', '07:60:00', 'Regex', {}],
    ['collectionTime', '07:45:00\n', 'Regex', {}],
    ['collectionTime', '', 'Regex', {}],
    ['menstrualPhaseAtCollection', 'follicular', 'Choice', { payload: { choices }, hint: choices }],
    ['gender', 'W', 'Choice', { payload: { choices: ['M', 'F', 'D', 'X'] } }],
    ['dateOfBirth', '2026-02-04', 'Range', { payload: { min: '1900-01-01', max: '2026-02-03' } }],
    ['dateOfBirth', '1899-12-31', 'Range', {}],
    ['dateOfBirth', '2023-02-29', 'Date', {}],
    ['id', '1', 'UuidTooShort', {}],
  ])('are not activated when %s is %j', async (member, value, constraint, details) => {
    expectViolations(await activate(activationBody({ [member]: value })), violation(member, constraint, details));
    expect((await gateway.acme.get(path)).body).toEqual(fresh);
  });

  it.each([...required, 'menstrualPhaseAtCollection', 'id'])('are not activated when %s is no string', async (member) => {
    expectProblem(await activate(activationBody({ [member]: 5 })), 400, wrongType(member, 'string', 'number'));
    expectProblem(await activate(activationBody({ [member]: ['x'] })), 400, wrongType(member, 'string', 'array'));
  });

  it('tell every violation of an activation, in order', async () => {
    const answer = await activate({
      healthInsuranceDetails: { countryCode: 'XX' },
      gender: 'Q',
      collectionTime: 'noon',
      id: 'x'.repeat(40),
    });
    expectViolations(
      answer,
      violation('id', 'UuidTooLong'),
      violation('specimenCode', 'NotBlank'),
      violation('collectionDate', 'NotBlank'),
      violation('collectionTime', 'Regex'),
      violation('gender', 'Choice'),
      violation('dateOfBirth', 'NotBlank'),
      violation('healthInsuranceDetails.countryCode', 'Country'),
    );
  });

  it.each<[unknown, ConstraintName]>([
    [undefined, 'NotBlank'],
    [null, 'NotNull'],
    ['', 'NotBlank'],
    ['x'.repeat(256), 'TooLong'],
  ])('note no specimen with the code %j', async (specimenCode, constraint) => {
    expectViolations(await note({ specimenCode }), violation('specimenCode', constraint));
    expectProblem(await note({ specimenCode: 1 }), 400, wrongType('specimenCode', 'string', 'number'));
  });

  it('get labIntakeAt from the first message of the laboratory, and it never moves', async () => {
    await note({ specimenCode: `IN-${id}` });
    const intake = (receivedAt?: string) => gateway.operator.post('/lab/v1/intakes', { specimenCode: `IN-${id}`, receivedAt });
    gateway.clock.set(second);
    const { status, body } = await intake('2026-02-03T10:30:00.5+02:00');
    expect([status, body]).toEqual([200, { diagnosticTests: [path], labIntakeAt: '2026-02-03T08:30:00.500Z' }]);
    await intake(third);
    await deliverResult(gateway.operator, id);
    expect((await gateway.acme.get(path)).body.labIntakeAt).toBe('2026-02-03T08:30:00.500Z');
  });

  it('get labIntakeAt from the first result where there was no message', async () => {
    gateway.clock.set(second);
    await deliverResult(gateway.operator, id);
    gateway.clock.set(third);
    await deliverResult(gateway.operator, id);
    expect((await gateway.acme.get(path)).body.labIntakeAt).toBe(second);
  });

  it('share a tube', async () => {
    const { testIds } = await placeOrder(gateway.acme, { productIds: ['lipid-panel', 'lipid-panel'] });
    for (const testId of testIds) await gateway.acme.post(`/v1/diagnostic_tests/${testId}/specimens`, { specimenCode: 'TUBE' });
    const { body } = await gateway.operator.post('/lab/v1/intakes', { specimenCode: 'TUBE' });
    expect(body).toEqual({ diagnosticTests: testIds.map((testId) => `/v1/diagnostic_tests/${testId}`), labIntakeAt: first });
    expectViolations(await gateway.operator.post('/lab/v1/intakes', { specimenCode: 'NONE' }), violation('specimenCode', 'Choice'));
  });

  it.each([
    ['activate', activationBody()],
    ['activate', {}],
    ['specimens', { specimenCode: 'A' }],
    ['specimens', []],
  ] as [string, object][])('answer for a foreign record as for a missing one: %s %j', async (action, body) => {
    const foreign = await gateway.other.post(`${path}/${action}`, body);
    const missing = await gateway.other.post(`/v1/diagnostic_tests/${nowhere}/${action}`, body);
    expect(foreign.status).toBe(404);
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(missing, nowhere));
    expect((await gateway.acme.get(path)).body).toEqual(fresh);
  });
});
