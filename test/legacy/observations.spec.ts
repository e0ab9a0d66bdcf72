import { deliverResult, observationBody, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { anyUuid, nowhere } from '../support/patterns';
import { expectProblem, withoutOccurrence } from '../support/problems';

const now = '2026-02-05T08:00:00.000Z';

describe('observations', () => {
  let gateway: TestGateway;
  let testId: string;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    gateway.clock.set(now);
    testId = (await placeOrder(gateway.acme)).testIds[0]!;
  });

  afterAll(() => gateway.stop());

  const deliver = async (overrides: object) =>
    (await deliverResult(gateway.operator, testId, { observations: [observationBody({ ...overrides })] })).observations[0];

  it('are read one by one, in the list and in their result alike', async () => {
    const delivered = await deliver({ interpretation: 'positive', labNotes: ['a', 'b'] });
    expect(delivered).toEqual({
      id: anyUuid,
      testResult: expect.stringMatching(/^\/v1\/test_results\/[0-9a-f-]{36}$/),
      loincNum: '13457-7',
      value: '2.6',
      unit: 'mmol/L',
      interpretation: 'positive',
      labNotes: ['a', 'b'],
      createdAt: now,
    });
    const { status, headers, body } = await gateway.acme.get(`/v1/observations/${delivered.id}`);
    expect([status, headers['content-type'], body]).toEqual([200, 'application/json; charset=utf-8', delivered]);
    expect((await gateway.acme.get(`/v1/observations?observation[]=${delivered.id}`)).body).toEqual([delivered]);
    expect((await gateway.acme.get(delivered.testResult)).body.observations).toEqual([delivered]);
  });

  it.each([
    ['<0.5'],
    ['1:80'],
    ['positive'],
    ['1e400'],
    ['5.10'],
    ['12345678901234567890.10'],
    [''],
    [' '],
    ['>= 100 000'],
    ['negativ (−)'],
    ['مثبت \u200f+++'],
    ['👩🏽‍⚕️ 𝒳'],
    ['Zeile 1\r\nZeile 2\ttab'],
    ['e\u0301 é'],
    [`\\ " ' {} \u2028 \ufeff`],
    ['x'.repeat(4000)],
  ])('keep the value %j exactly', async (value) => {
    const delivered = await deliver({ value, unit: value, interpretation: value, labNotes: [value] });
    expect(delivered).toMatchObject({ value, unit: value, interpretation: value, labNotes: [value] });
    expect((await gateway.acme.get(`/v1/observations/${delivered.id}`)).body).toEqual(delivered);
  });

  it.each([
    ['null', null],
    ['absent', undefined],
  ])('have an empty value where it is %s, and null for the rest', async (_, value) => {
    const delivered = await deliver({ value, unit: value, interpretation: value, labNotes: value, referenceRange: value });
    expect(delivered).toMatchObject({ value: '', unit: null, interpretation: null, labNotes: null });
    expect(delivered).not.toHaveProperty('referenceRange');
  });

  it.each([
    '{"label":"normal","lower":{"operator":">=","value":5.10},"upper":{"operator":"<","value":12345678901234567890}}',
    '{"label":"","lower":null,"upper":{"operator":"<=","value":0.0000001}}',
    '{"label":"Ω ≥ 1","lower":{"operator":">","value":null},"upper":null}',
    '{"label":"e","lower":{"operator":">","value":1.50e-3},"upper":{"operator":"<","value":-0.0}}',
  ])('keep the digits of the reference interval %s', async (interval) => {
    const body = `{"diagnosticTest":"${testId}","observations":[{"loincNum":"1","value":"1","referenceRange":{"intervals":[${interval}]}}]}`;
    const delivered = await gateway.operator.post('/lab/v1/test_results', body);
    const expected = `"referenceRange":{"intervals":[${interval}]}`;
    expect(delivered.text).toContain(expected);
    const { id } = delivered.body.observations[0];
    for (const path of [`/v1/observations/${id}`, `/v1/observations?observation[]=${id}`, `/v1/test_results/${delivered.body.id}`]) {
      expect((await gateway.acme.get(path)).text).toContain(expected);
    }
  });

  it('keep several reference intervals in their order, and none', async () => {
    const interval = (label: string) => ({ label, lower: { operator: '>=', value: 1 }, upper: null });
    const referenceRange = { intervals: ['b', 'a', 'c'].map(interval) };
    expect((await deliver({ referenceRange })).referenceRange).toEqual(referenceRange);
    expect((await deliver({ referenceRange: { intervals: [] } })).referenceRange).toEqual({ intervals: [] });
  });

  it('stand in their result in the order of the delivery', async () => {
    const observations = ['z', 'a', 'm', 'a'].map((loincNum, index) => observationBody({ loincNum, value: String(index) }));
    const result = await deliverResult(gateway.operator, testId, { observations });
    expect(result.observations.map((one: any) => one.loincNum + one.value)).toEqual(['z0', 'a1', 'm2', 'a3']);
    expect((await gateway.acme.get(`/v1/test_results/${result.id}`)).body).toEqual(result);
  });

  it('of another partner answer like missing ones', async () => {
    const { id } = await deliver({});
    const foreign = await gateway.other.get(`/v1/observations/${id}`);
    expectProblem(foreign, 404);
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(await gateway.other.get(`/v1/observations/${nowhere}`), nowhere));
    expect(withoutOccurrence(foreign, id)).toBe(withoutOccurrence(await gateway.acme.get('/v1/observations/nothing')));
  });
});
