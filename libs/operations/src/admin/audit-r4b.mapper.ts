import { type AuditEventRow, outcomeOf } from '@gateway/audit';
import {
  actionCodes,
  detailsOf,
  observerOf,
  outcomeCodes,
  recordRole,
  requestOf,
  restType,
  sourceType,
  statusText,
  whoOf,
} from './audit-codes';

/** Network address by IP (http://hl7.org/fhir/network-type). */
const internetAddress = '2';

/** https://hl7.org/fhir/R4B/auditevent.html */
export function toR4bAuditEvent(row: AuditEventRow, baseUrl: string): object {
  const { interaction, action } = actionCodes[row.action];
  const { token, partner } = whoOf(row, baseUrl);
  return {
    resourceType: 'AuditEvent',
    id: row.id,
    type: restType,
    subtype: [interaction],
    action,
    recorded: row.recordedAt,
    outcome: outcomeCodes[outcomeOf(row.status)].r4b,
    outcomeDesc: statusText(row),
    agent: [
      { who: token, requestor: true, ...(row.address !== null && { network: { address: row.address, type: internetAddress } }) },
      ...(partner === undefined ? [] : [{ who: partner, requestor: false }]),
    ],
    source: { observer: observerOf(baseUrl), type: [sourceType] },
    entity: [
      ...row.records.map((iri) => ({ what: { reference: `${baseUrl}${iri}` }, role: recordRole })),
      { what: requestOf(row, baseUrl), detail: detailsOf(row).map(([type, valueString]) => ({ type, valueString })) },
    ],
  };
}
