import { digestBytes, digestOf, sealHash } from './hash-chain';
import type { AuditEvent } from './audit-event.entity';
import type { AuditSeal } from './audit-seal.entity';

/** What can be wrong with a chain. */
export type ChainFault =
  /** Seals are missing before this one, or it was put in. */
  | { readonly kind: 'seal_missing'; readonly sequence: string }
  /** A seal does not follow the one before it: one of both was exchanged. */
  | { readonly kind: 'link_broken'; readonly sequence: string }
  /** A seal does not say what it said when it was made. */
  | { readonly kind: 'seal_changed'; readonly sequence: string }
  /** An event that was sealed is no longer there. */
  | { readonly kind: 'event_missing'; readonly sequence: string; readonly event: string }
  /** An event does not say what it said when it was sealed. */
  | { readonly kind: 'event_changed'; readonly sequence: string; readonly event: string }
  /** An event is older than a minute, and no seal knows it. */
  | { readonly kind: 'event_unsealed'; readonly event: string }
  /** The chain ends elsewhere than it says itself: its end was cut off. */
  | { readonly kind: 'end_differs'; readonly sequence: string }
  /** The seal that was expected is not there, or is another one. */
  | { readonly kind: 'expected_missing'; readonly sequence: string };

/** Where a chain was followed to. */
export interface ChainPlace {
  readonly sequence: string;
  readonly hash: Buffer;
}

const following = (sequence: string): string => String(BigInt(sequence) + 1n);

const linkFaults = (before: ChainPlace, seal: AuditSeal): readonly ChainFault[] => {
  const { sequence } = seal;
  // Where seals are missing, the link cannot be whole either.
  if (sequence !== following(before.sequence)) return [{ kind: 'seal_missing', sequence }];
  return before.hash.equals(seal.previousHash) ? [] : [{ kind: 'link_broken', sequence }];
};

function eventFaults({ sequence, eventIds, eventDigests }: AuditSeal, events: ReadonlyMap<string, AuditEvent>): readonly ChainFault[] {
  return eventIds.flatMap((id, index): ChainFault[] => {
    const event = events.get(id);
    if (event === undefined) return [{ kind: 'event_missing', sequence, event: id }];
    const digest = eventDigests.subarray(index * digestBytes, (index + 1) * digestBytes);
    return digestOf(event).equals(digest) ? [] : [{ kind: 'event_changed', sequence, event: id }];
  });
}

/** What is wrong with a seal after the one before it, and with the events that it closes over. */
export function faultsOf(before: ChainPlace, seal: AuditSeal, events: ReadonlyMap<string, AuditEvent>): readonly ChainFault[] {
  const isWhole = sealHash(seal.previousHash, seal).equals(seal.hash);
  return [
    ...linkFaults(before, seal),
    ...(isWhole ? [] : [{ kind: 'seal_changed', sequence: seal.sequence } as const]),
    ...eventFaults(seal, events),
  ];
}
