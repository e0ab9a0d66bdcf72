import { copyRows } from '../fill/copy-rows';
import { activationBody, orderBody, panels } from '../fill/invented';
import type { Surroundings } from './scenario';

/** Tests that are activated and have no result yet, made for this purpose: copies of one that goes through the service. */
export async function awaitingTests({ database, partner, partnerId }: Surroundings, count: number): Promise<readonly string[]> {
  const { body: order } = await partner.post('/v1/diagnostic_orders', orderBody('A', [panels[0]!.canonicalId]));
  const { id: orderId, diagnosticTests } = order as { id: string; diagnosticTests: readonly string[] };
  const testId = diagnosticTests[0]!.slice(-36);
  await partner.post(`/v1/diagnostic_tests/${testId}/activate`, activationBody(0, 0));
  const ofRequest = `request_id IN (SELECT id FROM service_requests WHERE partner_id = '${partnerId}' AND test_id = '${testId}')`;
  await copyRows(
    database,
    [
      { table: 'diagnostic_orders', where: `partner_id = '${partnerId}' AND id = '${orderId}'` },
      { table: 'diagnostic_tests', where: `partner_id = '${partnerId}' AND id = '${testId}'` },
      { table: 'specimens', where: `partner_id = '${partnerId}' AND test_id = '${testId}'` },
      { table: 'service_requests', where: `partner_id = '${partnerId}' AND test_id = '${testId}'` },
      { table: 'service_request_versions', where: `partner_id = '${partnerId}' AND ${ofRequest}` },
    ],
    { first: 1, last: count, shiftMs: 'n', partnerId: `'${partnerId}'` },
  );
  // What so many new rows leave to do is not the load's.
  await database.query('ANALYZE diagnostic_orders, diagnostic_tests, specimens, service_requests, service_request_versions');
  await database.query('CHECKPOINT');
  const { rows } = await database.query<{ id: string }>('SELECT id FROM diagnostic_tests WHERE partner_id = $1 AND id > $2 ORDER BY id', [
    partnerId,
    testId,
  ]);
  return rows.map(({ id }) => id);
}
