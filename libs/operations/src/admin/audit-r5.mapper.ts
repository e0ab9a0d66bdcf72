import { type AuditEventRow, outcomeOf } from '@gateway/audit';
import {
  actionCodes,
  type AuditCoding,
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

const concept = (coding: AuditCoding) => ({ coding: [coding] });

/** https://hl7.org/fhir/R5/auditevent.html */
export function toR5AuditEvent(row: AuditEventRow, baseUrl: string): object {
  const { interaction, action } = actionCodes[row.action];
  const { token, partner } = whoOf(row, baseUrl);
  return {
    resourceType: 'AuditEvent',
    id: row.id,
    category: [concept(restType)],
    code: concept(interaction),
    action,
    recorded: row.recordedAt,
    outcome: { code: outcomeCodes[outcomeOf(row.status)].r5, detail: [{ text: statusText(row) }] },
    agent: [
      { who: token, requestor: true, ...(row.address !== null && { networkString: row.address }) },
      ...(partner === undefined ? [] : [{ who: partner, requestor: false }]),
    ],
    source: { observer: observerOf(baseUrl), type: [concept(sourceType)] },
    entity: [
      ...row.records.map((iri) => ({ what: { reference: `${baseUrl}${iri}` }, role: concept(recordRole) })),
      { what: requestOf(row, baseUrl), detail: detailsOf(row).map(([text, valueString]) => ({ type: { text }, valueString })) },
    ],
  };
}
