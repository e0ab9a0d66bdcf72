import type { AuditEventRow } from '@gateway/audit';
import { toAuditEvent } from './audit.mapper';

export const auditRowExample: AuditEventRow = {
  id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2da1',
  recordedAt: '2026-01-31T09:30:00.000Z',
  partner: 'acme',
  tokenId: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d41',
  client: null,
  operation: 'getDiagnosticOrder',
  scope: 'orders:read',
  action: 'read',
  method: 'GET',
  records: ['/v1/diagnostic_orders/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'],
  status: 200,
  requestId: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d99',
  address: '192.0.2.17',
};

export const auditEventExample = toAuditEvent(auditRowExample);

const hash = 'a8f5f167f44f4964e6c998dee827110ca8f5f167f44f4964e6c998dee827110c';

export const auditChainExample = { partner: 'acme', head: `42:${hash}` };

export const verificationExample = {
  partner: 'acme',
  seals: 42,
  events: 1703,
  faults: [{ kind: 'event_missing', sequence: '17', event: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2da2' }],
  next: null,
};
