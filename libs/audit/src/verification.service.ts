import { performance } from 'node:perf_hooks';
import { Clock, Database } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { AuditEvent } from './audit-event.entity';
import { AuditChain, AuditSeal } from './audit-seal.entity';
import { chainStart } from './hash-chain';
import { type ChainFault, type ChainPlace, faultsOf } from './verification';

/** Seals that are held in memory at a time, with their events. */
const sealsAtOnce = 10;
const eventsAtOnce = 5_000;
/** A question is answered after about so long, and tells where the next one goes on. */
const stepMilliseconds = 5_000;
/** Events of this age are sealed. */
const sealedAfterMilliseconds = 60_000;

/** Where a verification goes on: first along the seals, then along the events. */
export type Position = { readonly seal: ChainPlace } | { readonly event: string };

export const firstPosition: Position = { seal: { sequence: '0', hash: chainStart } };

/** What one step has found. */
export interface Step {
  readonly seals: number;
  readonly events: number;
  readonly faults: readonly ChainFault[];
  /** Undefined when the chain is done. */
  readonly next: Position | undefined;
}

const firstEvent = '00000000-0000-0000-0000-000000000000';

/** Follows hash chains, in steps of bounded time and memory. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All chains with their last links, as kept beside the seals. */
  chains(): Promise<AuditChain[]> {
    return this.database.manager.find(AuditChain, { order: { chain: 'ASC' } });
  }

  /** Whether the chain has the seal that somebody has kept elsewhere. */
  async expect(chain: string, { sequence, hash }: ChainPlace): Promise<readonly ChainFault[]> {
    const seal = await this.database.manager.findOneBy(AuditSeal, { chain, sequence });
    return seal?.hash.equals(hash) === true ? [] : [{ kind: 'expected_missing', sequence }];
  }

  async step(chain: string, from: Position): Promise<Step> {
    const end = performance.now() + stepMilliseconds;
    const found = { seals: 0, events: 0, faults: [] as ChainFault[] };
    let next: Position | undefined = from;
    while (next !== undefined && performance.now() < end) {
      const part: Step = 'seal' in next ? await this.followSeals(chain, next.seal) : await this.followEvents(chain, next.event);
      found.seals += part.seals;
      found.events += part.events;
      found.faults.push(...part.faults);
      next = part.next;
    }
    return { ...found, next };
  }

  private async followSeals(chain: string, from: ChainPlace): Promise<Step> {
    const seals = await this.sealsAfter(chain, from);
    if (seals.length === 0) return this.endOfSeals(chain, from);
    const ids = seals.flatMap(({ eventIds }) => eventIds);
    const events = await this.database.query<AuditEvent>(
      `SELECT chain, id, recorded_at AS "recordedAt", token_id AS "tokenId", client_id AS "clientId", operation, scope, action, method,
              records, status, request_id AS "requestId", address
         FROM audit_events WHERE chain = $1 AND id = ANY($2::uuid[])`,
      [chain, ids],
    );
    const byId = new Map(events.map((event) => [event.id, event]));
    const faults: ChainFault[] = [];
    let place = from;
    for (const seal of seals) {
      faults.push(...faultsOf(place, seal, byId));
      place = { sequence: seal.sequence, hash: seal.hash };
    }
    return { seals: seals.length, events: events.length, faults, next: { seal: place } };
  }

  private sealsAfter(chain: string, { sequence }: ChainPlace): Promise<AuditSeal[]> {
    return this.database.manager.find(AuditSeal, {
      where: { chain, sequence: MoreThan(sequence) },
      order: { sequence: 'ASC' },
      take: sealsAtOnce,
    });
  }

  /** Compares where the seals end with where the chain should; one that was added meanwhile is followed first. */
  private async endOfSeals(chain: string, last: ChainPlace): Promise<Step> {
    const head = await this.database.manager.findOneBy(AuditChain, { chain });
    const isEnd = head === null ? last.sequence === '0' : head.sequence === last.sequence && head.hash.equals(last.hash);
    const nothing = { seals: 0, events: 0 };
    if (!isEnd && (await this.sealsAfter(chain, last)).length > 0) return { ...nothing, faults: [], next: { seal: last } };
    const faults: ChainFault[] = isEnd ? [] : [{ kind: 'end_differs', sequence: last.sequence }];
    return { ...nothing, faults, next: { event: firstEvent } };
  }

  private async followEvents(chain: string, after: string): Promise<Step> {
    const before = new Date(this.clock.now().getTime() - sealedAfterMilliseconds);
    const [page] = await this.database.query<{ count: number; last: string | null; begin: Date; end: Date }>(
      `SELECT count(*)::integer AS count, max(id::text) AS last, min(recorded_at) AS begin, max(recorded_at) AS "end"
         FROM (SELECT id, recorded_at FROM audit_events WHERE chain = $1 AND id > $2 ORDER BY id LIMIT ${eventsAtOnce}) page`,
      [chain, after],
    );
    const { count, last, begin, end } = page!;
    if (last === null) return { seals: 0, events: 0, faults: [], next: undefined };
    // Nearly always a seal follows its events within a minute; those that are not found there are looked for everywhere.
    const suspects = await this.database.query<{ id: string }>(
      `SELECT e.id FROM audit_events e
        WHERE e.chain = $1 AND e.id > $2 AND e.id <= $3 AND e.recorded_at < $4
          AND NOT EXISTS (SELECT FROM audit_seals s CROSS JOIN unnest(s.event_ids) AS sealed (id)
                           WHERE s.chain = $1 AND s.recorded_at BETWEEN $5 AND $6 AND sealed.id = e.id)`,
      [chain, after, last, before, new Date(begin.getTime() - sealedAfterMilliseconds), new Date(end.getTime() + sealedAfterMilliseconds)],
    );
    const unsealed = suspects.length === 0 ? [] : await this.sealedNowhere(chain, suspects);
    const faults = unsealed.map(({ id }): ChainFault => ({ kind: 'event_unsealed', event: id }));
    return { seals: 0, events: 0, faults, next: count < eventsAtOnce ? undefined : { event: last } };
  }

  private sealedNowhere(chain: string, suspects: readonly { id: string }[]): Promise<readonly { id: string }[]> {
    return this.database.query<{ id: string }>(
      `SELECT id FROM unnest($2::uuid[]) AS suspect (id)
        WHERE NOT EXISTS (SELECT FROM audit_seals s CROSS JOIN unnest(s.event_ids) AS sealed (id)
                           WHERE s.chain = $1 AND sealed.id = suspect.id)
        ORDER BY id`,
      [chain, suspects.map(({ id }) => id)],
    );
  }
}
