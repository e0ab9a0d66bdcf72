import { type AuditAction, type AuditTrail, type EventMaker, recordsIn, targetIri } from '@gateway/audit';
import type { JsonObject } from '@gateway/kernel';
import type { Request } from 'express';
import type { BundleAction, BundleEntry } from './bundle-entries';

export interface BundleTrailParts {
  readonly trail: AuditTrail;
  readonly events: EventMaker;
  /** The request that brought the Bundle. */
  readonly request: Request;
  readonly operationId: string;
  /** Path of the release. */
  readonly base: string;
  readonly baseUrl: string;
}

const actions = {
  create: 'create',
  update: 'update',
  read: 'read',
  search: 'search',
  patient: 'create',
  unsupported: 'execute',
} as const satisfies Record<BundleAction['kind'], AuditAction>;

const isWrite = ({ action: { kind } }: BundleEntry): boolean => kind === 'create' || kind === 'update';

const responseOf = (response: JsonObject): JsonObject => response['response'] as JsonObject;

/** Records a Bundle: each entry of a batch with what the entry does, a transaction as a whole. */
export class BundleTrail {
  constructor(private readonly parts: BundleTrailParts) {}

  /** Runs an entry of a batch inside its transaction, and inserts its event there. */
  async recorded(entry: BundleEntry, work: () => Promise<JsonObject>): Promise<JsonObject> {
    const { trail } = this.parts;
    const response = await work();
    const event = this.eventOf(entry, Number.parseInt(String(responseOf(response)['status']), 10), this.recordsOf(entry, response));
    await (isWrite(entry) ? trail.write(event) : trail.read(event));
    return response;
  }

  refused(entry: BundleEntry, status: number): void {
    this.parts.trail.refused(this.eventOf(entry, status, [this.targetOf(entry)]));
  }

  /** Inserts the event of a transaction into it. */
  async transaction(entries: readonly BundleEntry[], responses: readonly (JsonObject | undefined)[]): Promise<void> {
    const { trail, events, request, operationId } = this.parts;
    const records = entries.flatMap((entry) => this.recordsOf(entry, responses[entry.index] ?? {}));
    const happening = { action: 'execute', records: [...new Set(records)], status: 200 } as const;
    await trail.write(events.of(request, { id: operationId, scope: entries.some(isWrite) ? 'fhir:write' : 'fhir:read' }, happening));
  }

  /** Has to follow when what was written is committed. */
  wake(): void {
    this.parts.trail.wake();
  }

  private eventOf(entry: BundleEntry, status: number, records: readonly string[]) {
    const { events, request, operationId } = this.parts;
    const scope = isWrite(entry) ? 'fhir:write' : 'fhir:read';
    // A condition that finds a resource makes none.
    const action = entry.action.kind === 'create' && status === 200 ? 'read' : actions[entry.action.kind];
    return events.of(request, { id: operationId, scope }, { action, records, status });
  }

  /** The records that a response shows or tells to have been written. */
  private recordsOf(entry: BundleEntry, response: JsonObject): readonly string[] {
    const { base, baseUrl } = this.parts;
    const { action } = entry;
    if (action.kind === 'search') {
      const shown = { route: `${base}/${action.type}`, parameters: {}, operation: '', scope: 'fhir:read', result: response['resource'] };
      return recordsIn({ ...shown, baseUrl });
    }
    const location: unknown = (response['response'] as JsonObject | undefined)?.['location'];
    if (typeof location === 'string') return [`${base}/${location.replace(/\/_history\/.*$/, '')}`];
    return [this.targetOf(entry)];
  }

  private targetOf({ action }: BundleEntry): string {
    const { base } = this.parts;
    switch (action.kind) {
      case 'read':
        return targetIri({ route: `${base}/${action.type}/:id`, parameters: { id: action.id } });
      case 'update':
        return targetIri({ route: `${base}/ServiceRequest/:id`, parameters: { id: action.id } });
      case 'search':
        return `${base}/${action.type}`;
      case 'create':
        return `${base}/ServiceRequest`;
      case 'patient':
        return `${base}/Patient`;
      case 'unsupported':
        return base;
    }
  }
}
