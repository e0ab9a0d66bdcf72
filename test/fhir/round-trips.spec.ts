import { activationBody, deliverResult, placeOrder, putProduct } from '../support/factories';
import { containedPatient, releasePaths, requestBody, testIdOf } from '../support/fhir-requests';
import { startGateway, type TestGateway } from '../support/gateway';
import { documentBody } from '../support/records';
import { countStatements } from '../support/sent-statements';

/** Statements that go to PostgreSQL for one request of a token that is known already. */
describe.each(releasePaths)('round trips to the database by %s', (release) => {
  let gateway: TestGateway;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    gateway = await startGateway();
    await putProduct(gateway.operator);
    const observations = Array.from({ length: 100 }, (_, index) => ({ loincNum: `${index}-1`, value: '5.10', unit: 'mmol/L' }));
    for (let index = 0; index < 30; index += 1) {
      const { body } = await gateway.acme.post(
        `/fhir/${release}/service_requests`,
        requestBody(release, { contained: [containedPatient()] }),
      );
      const testIds = [await testIdOf(gateway, body.id), ...(await placeOrder(gateway.acme)).testIds];
      for (const testId of testIds) {
        await gateway.acme.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody({ specimenCode: `SP-${index}` }));
      }
      const result = await deliverResult(gateway.operator, testIds[index % 2]!, {
        observations: index === 29 ? observations : observations.slice(0, 5),
        documents: [documentBody('a'), documentBody('b')],
      });
      const [own] = (await gateway.acme.get(`/fhir/${release}/service_requests?diagnosticTest[]=${testIds[1]!}`)).body;
      Object.assign(ids, {
        written: body.id,
        ServiceRequest: own.id,
        Specimen: own.specimen[0].reference.slice('Specimen/'.length),
        Patient: testIds[0],
        DiagnosticReport: result.id,
        Observation: result.observations[0].id,
      });
    }
  }, 60_000);

  afterAll(() => gateway.stop());

  it.each([
    ['service_requests', 'ServiceRequest'],
    ['service_requests', 'written'],
    ['diagnostic_reports', 'DiagnosticReport'],
    ['observations', 'Observation'],
    ['ServiceRequest', 'ServiceRequest'],
    ['ServiceRequest', 'written'],
    ['DiagnosticReport', 'DiagnosticReport'],
    ['Observation', 'Observation'],
    ['Patient', 'Patient'],
    ['Specimen', 'Specimen'],
  ])('a read takes one: %s (%s)', async (collection, record) => {
    const [count, body] = await countStatements(gateway, `/fhir/${release}/${collection}/${ids[record]!}`);
    expect([count, String(body.id)]).toEqual([1, String(ids[record])]);
  });

  it('a report of 100 observations takes one too', async () => {
    const [count, body] = await countStatements(gateway, `/fhir/${release}/DiagnosticReport/${ids['DiagnosticReport']!}`);
    expect([count, body.result.length]).toEqual([1, 100]);
  });

  it.each(['service_requests', 'diagnostic_reports', 'observations'])(
    'a list of 30 takes one, and a second for the total: %s',
    async (collection) => {
      const path = `/fhir/${release}/${collection}`;
      const [count, body] = await countStatements(gateway, path);
      expect([count, body.length]).toEqual([1, 30]);
      expect((await countStatements(gateway, path, { Prefer: 'count=exact' }))[0]).toBe(2);
    },
  );

  it('a list of 100 observations takes one', async () => {
    const [count, body] = await countStatements(
      gateway,
      `/fhir/${release}/observations?itemsPerPage=100&testResult[]=${ids['DiagnosticReport']!}`,
    );
    expect([count, body.length]).toEqual([1, 100]);
  });
});
