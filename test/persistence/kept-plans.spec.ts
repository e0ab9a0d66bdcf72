import { ServiceSettings } from '@gateway/kernel';
import { gatewayForTests } from '../support/gateway';
import { makeRecords, type Records } from '../support/records';
import { isOwn, noteStatements } from '../support/sent-statements';

/** What is found by ids or by a patient is planned once for each connection, whatever the ids; all else as it comes. */
describe('plans', () => {
  let records: Records;
  const gateway = gatewayForTests(async (started) => {
    records = await makeRecords(started);
  });

  /** Whether each statement of a GET has a name, from the second time on. */
  async function areKept(path: string): Promise<readonly boolean[]> {
    for (let time = 0; time < 2; time += 1) await gateway.acme.get(path);
    const { answer, statements } = await noteStatements(() => gateway.acme.get(path));
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('-7')]);
    return statements.filter(isOwn).map(({ name }) => name !== undefined);
  }

  const filled = (path: string): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, collection: string) => (records as unknown as Record<string, string>)[collection]!);

  it.each<[string, readonly boolean[]]>([
    ['/v1/test_results/{test_results}', [true]],
    ['/v1/test_results', [true]],
    ['/v1/test_results?diagnosticTest[]={diagnostic_tests}', [true]],
    ['/v1/observations?testResult[]={test_results}&observation[]={observations}', [true]],
    ['/v1/test_results?diagnosticTest[]={diagnostic_tests}&page=1&createdAt[gte]=2020-01-01', [false]],
    ['/v1/diagnostic_orders?product[]=lipid-panel', [false]],
    ['/fhir/r5/DiagnosticReport?patient={Patient}', [true, true]],
    ['/fhir/r4b/Observation?subject=Patient/{Patient}', [true, true]],
    ['/fhir/r5/ServiceRequest?patient={Patient}', [true, true]],
    ['/fhir/r5/Observation?patient={Patient}&status=final', [false, true]],
    ['/fhir/r5/Observation?status=final', [false, true]],
  ])('of %s', async (path, kept) => {
    const { preparedStatements } = gateway.application.get(ServiceSettings);
    expect(await areKept(filled(path))).toEqual(kept.map((isKept) => isKept && preparedStatements));
  });
});
