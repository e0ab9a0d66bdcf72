import { outcomes } from '../../src/cli/simulation/outcome';
import { TestTerminal } from '../support/cli';
import { activationBody, placeOrder, putProduct } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';

const loincNums = ['718-7', '4548-4', '600-7', '99999-8'];

interface Observation {
  readonly loincNum: string;
  readonly value: string;
  readonly interpretation: string | null;
  readonly referenceRange?: { readonly intervals: readonly { lower: { value: number } | null; upper: { value: number } | null }[] };
}

/** Whether a number lies in its range; a text has none. */
function isUsual({ value, referenceRange }: Observation): boolean {
  const [interval] = referenceRange!.intervals;
  return Number(value) >= (interval!.lower?.value ?? -Infinity) && Number(value) <= (interval!.upper?.value ?? Infinity);
}

describe('simulate', () => {
  let gateway: TestGateway;
  let terminal: TestTerminal;
  let testId: string;
  let orderId: string;

  beforeAll(async () => {
    gateway = await startGateway();
    terminal = new TestTerminal({ baseUrl: gateway.url, token: gateway.operator.token });
    await putProduct(gateway.operator, 'mixed', { loincNums });
  });

  afterAll(() => gateway.stop());

  beforeEach(async () => {
    const order = await placeOrder(gateway.acme, { productIds: ['mixed'] });
    orderId = order.orderId;
    testId = order.testIds[0]!;
  });

  const simulate = (...options: string[]) => terminal.run(['simulate', testId, ...options]);
  const withPartner = (...options: string[]) => simulate('--partner-token', gateway.acme.token!, ...options);
  const readResults = async (): Promise<any[]> =>
    (await gateway.acme.get(`/v1/test_results?diagnosticTest[]=${testId}&sort[createdAt]=asc`)).body;
  const readTest = async () => (await gateway.acme.get(`/v1/diagnostic_tests/${testId}`)).body;

  it('takes a test that was just ordered through every step', async () => {
    const { code, out, err } = await withPartner();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').map((line) => line.trim().split(' ')[0])).toEqual(['Shipped', 'Activated', 'Arrived', 'Result', ...loincNums]);
    expect((await gateway.acme.get(`/v1/diagnostic_orders/${orderId}`)).body.shippedAt).toEqual(expect.any(String));
    expect(await readTest()).toMatchObject({
      activatedAt: expect.any(String),
      labIntakeAt: expect.any(String),
      specimens: [{ specimenCode: `SIM-${testId.slice(-12).toUpperCase()}` }],
      testResults: [expect.any(String)],
    });
  });

  it('takes only the steps that are missing, and none back', async () => {
    await gateway.acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody({ specimenCode: `OWN-${testId}` }));
    const before = await readTest();
    const { out } = await withPartner();
    expect(
      out
        .split('\n')
        .map((line) => line.split(' ')[0])
        .filter(Boolean),
    ).toEqual(['Shipped', 'Arrived', 'Result']);
    const after = await readTest();
    expect(after).toMatchObject({ activatedAt: before.activatedAt, specimens: before.specimens, patient: before.patient });
    const again = await withPartner('--outcome', 'abnormal');
    expect(again.out).toMatch(/^Result /);
    expect(await readTest()).toMatchObject({ labIntakeAt: after.labIntakeAt, testResults: [after.testResults[0], expect.any(String)] });
  });

  it('works with the token of the operating side alone', async () => {
    const { code, out } = await simulate();
    expect(code).toBe(0);
    expect(out).toMatch(/^Result /);
    expect(await readTest()).toMatchObject({ activatedAt: null, labIntakeAt: expect.any(String) });
    const [result] = await readResults();
    expect(result.observations.map((observation: Observation) => observation.loincNum)).toEqual([
      '35200-5',
      '35217-9',
      '2085-9',
      '13457-7',
    ]);
  });

  it('ships and takes in what it is told, and measures what it is told', async () => {
    await gateway.acme.post(`/v1/diagnostic_tests/${testId}/specimens`, { specimenCode: `TUBE-${testId}` });
    const { out } = await simulate('--order', orderId, '--specimen-code', `TUBE-${testId}`, '--loinc', '3016-3');
    expect(out.split('\n').map((line) => line.trim().split(' ')[0])).toEqual(['Shipped', 'Arrived', 'Result', '3016-3']);
  });

  it('answers in JSON with the results that it made', async () => {
    const { out } = await simulate('--outcome', 'corrected', '--json');
    expect(JSON.parse(out)).toEqual({
      diagnosticTest: `/v1/diagnostic_tests/${testId}`,
      outcome: 'corrected',
      testResults: (await readResults()).map((result) => `/v1/test_results/${result.id}`),
    });
  });

  describe('outcomes', () => {
    const observations = async (outcome: string): Promise<Observation[]> => {
      expect(await withPartner('--outcome', outcome)).toMatchObject({ code: 0 });
      return (await readResults()).at(-1).observations;
    };

    it('normal: everything is usual', async () => {
      const [hemoglobin, hba1c, culture, unknown] = await observations('normal');
      expect([isUsual(hemoglobin!), isUsual(hba1c!)]).toEqual([true, true]);
      expect([hemoglobin, hba1c, culture, unknown].map((found) => found!.interpretation)).toEqual(['N', 'N', 'NEG', 'NEG']);
      expect(unknown!.value).toBe('negative');
    });

    it.each([
      ['abnormal', 'L'],
      ['critical', 'LL'],
    ])('%s: the first value is not usual', async (outcome, interpretation) => {
      const [hemoglobin, hba1c] = await observations(outcome);
      expect([isUsual(hemoglobin!), isUsual(hba1c!)]).toEqual([false, true]);
      expect(hemoglobin!.interpretation).toBe(interpretation);
    });

    it.each([
      ['abnormal', 'H'],
      ['critical', 'HH'],
    ])('%s: above the range where that is the side of concern', async (outcome, interpretation) => {
      await simulate('--outcome', outcome, '--loinc', '4548-4');
      const [result] = await readResults();
      expect(isUsual(result.observations[0])).toBe(false);
      expect(result.observations[0].interpretation).toBe(interpretation);
    });

    it.each([
      ['abnormal', 'POS'],
      ['critical', 'AA'],
    ])('%s: a finding in words', async (outcome, interpretation) => {
      await simulate('--outcome', outcome, '--loinc', '600-7');
      const [result] = await readResults();
      expect(result.observations).toMatchObject([{ value: 'Staphylococcus aureus', unit: null, interpretation }]);
    });

    it('partial: half of the values follow', async () => {
      expect((await observations('partial')).map(({ value }) => value === '')).toEqual([false, false, true, true]);
      expect((await readResults())[0].labNotes).toEqual(['Partial result: the remaining values follow.']);
    });

    it('corrected: two results, the newer one usual', async () => {
      const [hemoglobin] = await observations('corrected');
      const results = await readResults();
      expect(results).toHaveLength(2);
      expect(results.map((result) => result.observations[0].interpretation)).toEqual(['L', 'N']);
      expect(isUsual(hemoglobin!)).toBe(true);
      expect((await readTest()).testResults).toEqual(results.map((result) => `/v1/test_results/${result.id}`));
    });
  });

  describe('refusals', () => {
    it.each(outcomes)('%s: of a test that does not exist', async (outcome) => {
      const { code, err } = await terminal.run(['simulate', '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3b', '--outcome', outcome]);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('diagnosticTest: ') });
    });

    it('of another partner’s token', async () => {
      expect(await simulate('--partner-token', gateway.other.token!)).toMatchObject({ code: 1, err: expect.stringContaining('(404)') });
    });

    it('of an order that has no such test', async () => {
      const other = await placeOrder(gateway.acme, { productIds: ['mixed'] });
      const { code, err } = await simulate('--order', other.orderId);
      expect({ code, err }).toEqual({ code: 1, err: `The order ${other.orderId} has no test ${testId}.` });
    });

    it('of a specimen that nobody sent', async () => {
      expect(await simulate('--specimen-code', 'nowhere')).toMatchObject({ code: 1, err: expect.stringContaining('specimenCode: ') });
      expect(await readResults()).toEqual([]);
    });
  });
});
