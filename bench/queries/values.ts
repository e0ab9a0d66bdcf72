import type { Client } from 'pg';
import { panels } from '../fill/invented';

/** Values that queries ask for: of records of one partner that are in the middle of the data. */
export type SampleValues = Readonly<Record<string, string>>;

const quoted = (id: string): string => `'${id}'`;

async function first(client: Client, sql: string): Promise<SampleValues> {
  const { rows } = await client.query<SampleValues>(sql);
  if (rows.length === 0) throw new Error(`no sample was found: ${sql}`);
  return rows[0]!;
}

/** The test in the middle of the partner's, with what belongs to it. */
export async function sampleValues(client: Client, partnerId: string): Promise<SampleValues> {
  const mine = `partner_id = ${quoted(partnerId)}`;
  const { test, order } = (await first(
    client,
    `SELECT id AS test, order_id AS order FROM diagnostic_tests WHERE ${mine} ORDER BY created_at, id
     OFFSET (SELECT count(*) / 2 FROM diagnostic_tests WHERE ${mine}) LIMIT 1`,
  )) as { test: string; order: string };
  const ofTest = `${mine} AND test_id = '${test}'`;
  const result = await first(client, `SELECT id AS result, iso_utc(created_at) AS middle FROM test_results WHERE ${ofTest} LIMIT 1`);
  return {
    test,
    order,
    ...result,
    ...(await first(client, `SELECT id AS observation FROM observations WHERE ${mine} AND result_id = '${result['result']!}' LIMIT 1`)),
    ...(await first(
      client,
      `SELECT id AS specimen, specimen_code AS "specimenCode", collection_date::text AS day FROM specimens WHERE ${ofTest}`,
    )),
    ...(await first(client, `SELECT id::text AS request FROM service_requests WHERE ${ofTest}`)),
    ...(await first(
      client,
      `SELECT patient_last_name AS "lastName", patient_email AS email, patient_date_of_birth::text AS birthdate
         FROM diagnostic_tests WHERE ${mine} AND id = '${test}'`,
    )),
    ...(await first(client, `SELECT tracking_code AS "trackingCode" FROM shipments WHERE ${mine} AND order_id = '${order}'`)),
    ...(await first(
      client,
      `SELECT metadata_document ->> 'campaign' AS campaign FROM diagnostic_orders WHERE ${mine} AND id = '${order}'`,
    )),
    ...(await first(
      client,
      `SELECT k.id AS "kitOrder", k.contact ->> 'lastName' AS "contactName" FROM kit_orders k WHERE ${mine} LIMIT 1`,
    )),
    ...(await first(client, `SELECT kit_code AS "kitCode" FROM kits WHERE ${mine} AND kit_code IS NOT NULL ORDER BY id LIMIT 1`)),
    ...(await first(client, 'SELECT token_id::text AS token, request_id AS "requestId" FROM audit_events LIMIT 1')),
    partner: partnerId,
    product: panels[3]!.canonicalId,
    analyte: panels[3]!.loincNums[0]!,
  };
}
