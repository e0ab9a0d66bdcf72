import { STATUS_CODES } from 'node:http';
import type { AuditAction, AuditEventRow, AuditOutcome } from '@gateway/audit';

/** What both releases say in the same way of an event (https://hl7.org/fhir/R5/auditevent.html; IHE BALP for the request's id). */
export interface AuditCoding {
  readonly system: string;
  readonly code: string;
  readonly display: string;
}

export const restType: AuditCoding = {
  system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
  code: 'rest',
  display: 'RESTful Operation',
};

const interactions = 'http://hl7.org/fhir/restful-interaction';

/** Our actions as FHIR's interactions, and as the actions of DICOM. */
export const actionCodes = {
  create: { action: 'C', interaction: { system: interactions, code: 'create', display: 'create' } },
  read: { action: 'R', interaction: { system: interactions, code: 'read', display: 'read' } },
  search: { action: 'E', interaction: { system: interactions, code: 'search-type', display: 'search-type' } },
  update: { action: 'U', interaction: { system: interactions, code: 'update', display: 'update' } },
  delete: { action: 'D', interaction: { system: interactions, code: 'delete', display: 'delete' } },
  execute: { action: 'E', interaction: { system: interactions, code: 'operation', display: 'operation' } },
} as const satisfies Record<AuditAction, { action: string; interaction: AuditCoding }>;

const severities = 'http://hl7.org/fhir/issue-severity';

/** R4B has the codes of DICOM, R5 severities. */
export const outcomeCodes = {
  success: { r4b: '0', r5: { system: severities, code: 'success', display: 'Operation Successful' } },
  refused: { r4b: '4', r5: { system: severities, code: 'error', display: 'Error' } },
  failed: { r4b: '8', r5: { system: severities, code: 'fatal', display: 'Fatal' } },
} as const satisfies Record<AuditOutcome, { r4b: string; r5: AuditCoding }>;

export const sourceType: AuditCoding = {
  system: 'http://terminology.hl7.org/CodeSystem/security-source-type',
  code: '4',
  display: 'Application Server',
};

export const recordRole: AuditCoding = {
  system: 'http://terminology.hl7.org/CodeSystem/object-role',
  code: '4',
  display: 'Domain Resource',
};

const identified = (type: string, system: string, value: string) => ({ type, identifier: { system, value } });

/** Who asked: the token, and whose it is. */
export const whoOf = ({ tokenId, client, partner }: AuditEventRow, baseUrl: string) => ({
  token: { ...identified('Device', `${baseUrl}/admin/v1/tokens`, tokenId), ...(client !== null && { display: client }) },
  partner: partner === null ? undefined : identified('Organization', `${baseUrl}/admin/v1/partners`, partner),
});

export const observerOf = (baseUrl: string) => identified('Device', 'urn:ietf:rfc:3986', baseUrl);

export const requestOf = ({ requestId }: AuditEventRow, baseUrl: string) => ({
  identifier: { system: `${baseUrl}/request-ids`, value: requestId },
});

export const statusText = ({ status }: AuditEventRow): string => `${status} ${STATUS_CODES[status] ?? ''}`.trim();

/** What no element is for. */
export const detailsOf = ({ operation, scope, method }: AuditEventRow): readonly (readonly [string, string])[] => [
  ['operation', operation],
  ['scope', scope],
  ['method', method],
];
