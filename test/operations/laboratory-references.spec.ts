import { activationBody, placeOrder, putProduct, resultBody } from '../support/factories';
import { startGateway, type TestGateway } from '../support/gateway';
import { expectViolations, violation } from '../support/problems';

describe('what a delivery says of its test', () => {
  let gateway: TestGateway;
  let testIds: string[];

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator, 'lipid-panel');
    await putProduct(gateway.operator, 'vitamin-d');
    ({ testIds } = await placeOrder(gateway.acme, { productIds: ['lipid-panel', 'vitamin-d'] }));
    await gateway.acme.post(`/v1/diagnostic_tests/${testIds[0]}/activate`, activationBody({ specimenCode: 'SP-A' }));
    await gateway.acme.post(`/v1/diagnostic_tests/${testIds[1]}/activate`, activationBody({ specimenCode: 'SP-B' }));
  });

  afterAll(() => gateway.stop());

  const deliver = (reference: object) => gateway.operator.post('/lab/v1/test_results', resultBody({ ...reference }));

  it('may be test, specimen and product together when they agree', async () => {
    const { status, body } = await deliver({ diagnosticTest: testIds[0], specimenCode: 'SP-A', diagnosticProduct: 'lipid-panel' });
    expect([status, body.diagnosticTest]).toEqual([201, `/v1/diagnostic_tests/${testIds[0]}`]);
  });

  it('is refused when the specimen or the product is another test’s', async () => {
    const answer = await deliver({ diagnosticTest: testIds[0], specimenCode: 'SP-B', diagnosticProduct: 'vitamin-d' });
    expectViolations(answer, violation('specimenCode', 'Choice'), violation('diagnosticProduct', 'Choice'));
    expect((await gateway.acme.get(`/v1/diagnostic_tests/${testIds[1]}`)).body.testResults).toEqual([]);
  });

  it('is missing: told with all other faults', async () => {
    const answer = await gateway.operator.post('/lab/v1/test_results', { observations: [{ value: '1' }] });
    expectViolations(answer, violation('diagnosticTest', 'NotBlank'), violation('observations[0].loincNum', 'NotBlank'));
  });
});

describe('a second arrival', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
  });

  afterAll(() => gateway.stop());

  it('answers with the time that stays', async () => {
    const { testIds } = await placeOrder(gateway.acme);
    await gateway.acme.post(`/v1/diagnostic_tests/${testIds[0]}/specimens`, { specimenCode: 'SP-1' });
    const first = await gateway.operator.post('/lab/v1/intakes', { specimenCode: 'SP-1', receivedAt: '2026-01-01T08:00:00Z' });
    const second = await gateway.operator.post('/lab/v1/intakes', { specimenCode: 'SP-1', receivedAt: '2026-05-05T08:00:00Z' });
    expect(second.body).toEqual(first.body);
    expect(second.body.labIntakeAt).toBe('2026-01-01T08:00:00.000Z');
    expect((await gateway.acme.get(`/v1/diagnostic_tests/${testIds[0]}`)).body.labIntakeAt).toBe('2026-01-01T08:00:00.000Z');
  });
});
