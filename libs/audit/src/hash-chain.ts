import { createHash, hash } from 'node:crypto';
import type { AuditEvent } from './audit-event.entity';

export const digestBytes = 32;

/** What the first seal of a chain follows. */
export const chainStart = Buffer.alloc(digestBytes);

/** All that an event says, in one fixed form. */
const canonicalText = (event: AuditEvent): string =>
  JSON.stringify([
    event.chain,
    event.id,
    event.recordedAt.toISOString(),
    event.tokenId,
    event.clientId,
    event.operation,
    event.scope,
    event.action,
    event.method,
    event.records,
    event.status,
    event.requestId,
    event.address,
  ]);

export const digestOf = (event: AuditEvent): Buffer => hash('sha256', canonicalText(event), 'buffer');

/** What a seal closes over. */
export interface SealContent {
  readonly chain: string;
  readonly sequence: string;
  readonly recordedAt: Date;
  readonly eventIds: readonly string[];
  readonly eventDigests: Buffer;
}

/** The hash of a seal: over the hash before it and everything that it says. It can be checked without the events themselves. */
export function sealHash(previousHash: Buffer, { chain, sequence, recordedAt, eventIds, eventDigests }: SealContent): Buffer {
  const head = JSON.stringify([chain, sequence, recordedAt.toISOString(), eventIds]);
  return createHash('sha256').update(previousHash).update(head).update(eventDigests).digest();
}
