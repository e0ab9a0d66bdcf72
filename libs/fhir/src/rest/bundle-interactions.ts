import { assertPermitted, permits } from '@gateway/access';
import type { ServiceRequestsService } from '@gateway/core';
import { type Database, decodeQuery, type JsonObject, type QueryReader } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import type { FhirRelease } from '../release';
import { shaped } from '../search/result-shape';
import { assertDistinct, assertNotTooMany, type BundleAction, type BundleEntry, entriesOf, inProcessingOrder } from './bundle-entries';
import { EntryError } from './entry-error';
import { errorResponse, patientResponse, type Responses, statusLine, toResponseBundle, withoutResources } from './bundle-responses';
import { type BundleCaller, noSurroundings, noteUse, patientsIn, resolved, type Surroundings } from './bundle-surroundings';
import { type ReadQuery, readQueryOf } from './read-query';
import { readTypes, type ResourceReader } from './resource-reader';
import type { ServiceRequestInteractions, StoredResource } from './service-request-interactions';
import { assertValid } from './validity';
import { isUnchanged, versionAddress, versionIn, versionOf } from './versions';

/** The search that entries ask for, and their conditions. */
export interface BundleSearch {
  search(caller: BundleCaller, type: string, query: string): Promise<JsonObject>;
  findIds(caller: BundleCaller, condition: string): Promise<readonly string[]>;
}

/** Batches and transactions of ServiceRequests with their Patients. */
export class BundleInteractions {
  private readonly readQuery: QueryReader<ReadQuery>;

  constructor(
    private readonly release: FhirRelease,
    private readonly interactions: ServiceRequestInteractions,
    private readonly reader: ResourceReader,
    private readonly search: BundleSearch,
    private readonly requests: ServiceRequestsService,
    private readonly database: Database,
  ) {
    this.readQuery = readQueryOf(release);
  }

  /** @throws AppError for a Bundle that is none of these, and for the first entry of a transaction that fails: then nothing is done */
  async process(caller: BundleCaller, bundle: JsonObject): Promise<JsonObject> {
    assertNotTooMany(bundle);
    const { type } = bundle;
    if (type === 'transaction') return this.transaction(caller, bundle);
    assertValid(withoutResources(bundle), 'Bundle', this.release);
    if (type !== 'batch') throw new AppError('bundle_type_unsupported');
    return this.batch(caller, entriesOf(bundle));
  }

  private async transaction(caller: BundleCaller, bundle: JsonObject): Promise<JsonObject> {
    assertValid(bundle, 'Bundle', this.release);
    const entries = entriesOf(bundle);
    assertDistinct(entries);
    const outcome = await this.database.transaction(async () => {
      const around = await this.surroundingsOf(caller, entries);
      const responses: Responses = [];
      for (const entry of inProcessingOrder(entries)) responses[entry.index] = await within(entry, () => this.run(entry, around));
      for (const entry of entries.filter(isPatient)) {
        responses[entry.index] = await within(entry, () => patientResponse(entry, around));
      }
      await caller.trail.transaction(entries, responses);
      return toResponseBundle('transaction-response', responses);
    });
    caller.trail.wake();
    return outcome;
  }

  private async batch(caller: BundleCaller, entries: readonly BundleEntry[]): Promise<JsonObject> {
    const responses: Responses = [];
    const around = noSurroundings(caller, entries);
    let outage: AppError | undefined;
    const answer = async (entry: BundleEntry, work: () => JsonObject | Promise<JsonObject>): Promise<void> => {
      try {
        if (outage !== undefined) throw outage;
        responses[entry.index] = await work();
      } catch (error) {
        const refusal = asRefusal(error, caller);
        if (caller.isKept && refusal.status >= 500) throw error;
        // Every further entry would wait for the database as long as this one has.
        if (refusal.code === 'database_unavailable') outage = refusal;
        caller.trail.refused(entry, refusal.status);
        responses[entry.index] = errorResponse(refusal, caller);
      }
    };
    const [patients, others] = [entries.filter(isPatient), entries.filter((entry) => !isPatient(entry))];
    for (const entry of others) {
      await answer(entry, () => this.database.savepoint(() => caller.trail.recorded(entry, () => this.run(entry, around))));
    }
    caller.trail.wake();
    for (const entry of patients) await answer(entry, () => patientResponse(entry, around));
    return toResponseBundle('batch-response', responses);
  }

  /** What a transaction has to know before its first write, so that entries can refer to requests that are not there yet. */
  private async surroundingsOf(caller: BundleCaller, entries: readonly BundleEntry[]): Promise<Surroundings> {
    const found = new Map<number, string>();
    const ids = new Map<number, string>();
    for (const entry of entries) {
      const { action, index } = entry;
      if (action.kind !== 'create' || action.ifNoneExist === undefined) continue;
      const { ifNoneExist } = action;
      const existing = await within(entry, () => this.requests.findOne(caller.partnerId, () => this.search.findIds(caller, ifNoneExist)));
      if (existing !== undefined) found.set(index, existing);
    }
    const created = entries.filter(({ action, index }) => action.kind === 'create' && !found.has(index));
    const reserved = await this.requests.reserveIds(created.length);
    const conditions = new Map<string, string>();
    created.forEach(({ index, action }, position) => {
      const condition = action.kind === 'create' ? action.ifNoneExist : undefined;
      // A second entry with the same condition finds what the first makes.
      const known = condition === undefined ? undefined : conditions.get(condition);
      if (known !== undefined) found.set(index, known);
      else ids.set(index, reserved[position]!);
      if (condition !== undefined && known === undefined) conditions.set(condition, reserved[position]!);
    });
    const known = new Map([...found, ...ids]);
    const requests = new Map(
      entries.flatMap(({ fullUrl, index }): [string, string][] => {
        const id = known.get(index);
        return fullUrl === undefined || id === undefined ? [] : [[fullUrl, id]];
      }),
    );
    return { caller, patients: patientsIn(entries), requests, ids, found, tests: new Map() };
  }

  private async run(entry: BundleEntry, around: Surroundings): Promise<JsonObject> {
    const { action } = entry;
    const { caller } = around;
    switch (action.kind) {
      case 'create':
        return this.create(entry, action.ifNoneExist, around);
      case 'update':
        return this.update(entry, action.id, action.ifMatch, around);
      case 'read':
        return this.read(caller, action);
      case 'search':
        return { resource: await this.search.search(caller, action.type, action.query), response: { status: statusLine(200) } };
      case 'patient':
        assertValid(entry.resource ?? {}, 'Patient', this.release);
        return { response: { status: statusLine(201) } };
      case 'unsupported':
        throw new AppError('bundle_entry_unsupported', { parameters: { method: action.method, target: action.target } });
    }
  }

  private async create(entry: BundleEntry, ifNoneExist: string | undefined, around: Surroundings): Promise<JsonObject> {
    const { caller, found, ids } = around;
    assertWritable(caller, 'c');
    const { resource, used } = resolved(entry, around, this.release.validator.structures);
    const existing = found.get(entry.index);
    if (existing !== undefined) return this.existing(existing, used, around);
    const options = { isStrict: caller.isStrict, id: ids.get(entry.index) };
    if (ifNoneExist !== undefined && !ids.has(entry.index)) {
      const outcome = await this.interactions.createUnless(caller, resource, options, () => this.search.findIds(caller, ifNoneExist));
      if ('existing' in outcome) return this.existing(outcome.existing, used, around);
      return this.written(201, outcome.created, used, around);
    }
    return this.written(201, await this.interactions.create(caller, resource, options), used, around);
  }

  private async update(entry: BundleEntry, id: string, ifMatch: string | undefined, around: Surroundings): Promise<JsonObject> {
    const { caller } = around;
    assertWritable(caller, 'u');
    const { resource, used } = resolved(entry, around, this.release.validator.structures);
    const preferences = { isStrict: caller.isStrict, ifVersion: versionIn(ifMatch) };
    return this.written(200, await this.interactions.update(caller, id, resource, preferences), used, around);
  }

  private async read(caller: BundleCaller, { type, id, query, known }: Extract<BundleAction, { kind: 'read' }>): Promise<JsonObject> {
    assertPermitted(caller.principal, type, 'r');
    const { shape } = this.readQuery.read(decodeQuery(query), { isStrict: caller.isStrict, countsExactly: false });
    const readType = readTypes.find((readType) => readType === type);
    const resource = readType === undefined ? await this.interactions.read(caller, id) : await this.reader.read(readType, caller, id);
    const version = versionOf(resource);
    const { etag } = version;
    const lastModified = lastUpdatedOf(resource);
    if (isUnchanged({ ...version, lastModified }, known.ifNoneMatch, known.ifModifiedSince)) {
      return { response: { status: statusLine(304), etag, lastModified } };
    }
    return { resource: shaped(resource, shape), response: { status: statusLine(200), etag, lastModified } };
  }

  private async existing(id: string, used: ReadonlySet<JsonObject>, around: Surroundings): Promise<JsonObject> {
    const stored = await this.interactions.stored(around.caller, id);
    noteUse(around, used, stored.testId);
    const { caller } = around;
    // What somebody else has written is shown to who may read it.
    return this.entryOf(200, stored, {
      ...caller,
      wantsResources: caller.wantsResources && permits(caller.principal, 'ServiceRequest', 'r'),
    });
  }

  private written(status: 200 | 201, written: StoredResource, used: ReadonlySet<JsonObject>, around: Surroundings): JsonObject {
    noteUse(around, used, written.testId);
    return this.entryOf(status, written, around.caller);
  }

  private entryOf(status: 200 | 201, { id, resource }: StoredResource, caller: BundleCaller): JsonObject {
    const { etag } = versionOf(resource);
    const location = versionAddress(`ServiceRequest/${id}`, resource);
    return {
      fullUrl: this.interactions.addressOf(id),
      ...(caller.wantsResources && { resource }),
      response: { status: statusLine(status), location, etag, lastModified: lastUpdatedOf(resource) },
    };
  }
}

/** What failed for a reason of the service's own is no fault of the other entries, but has to be looked into. */
function asRefusal(error: unknown, { requestId, noteFailure }: BundleCaller): AppError {
  if (error instanceof AppError) return error;
  noteFailure(error);
  return new AppError('unexpected', { parameters: { requestId }, cause: error });
}

const isPatient = ({ action }: BundleEntry): boolean => action.kind === 'patient';

const lastUpdatedOf = (resource: JsonObject): string => String((resource['meta'] as JsonObject)['lastUpdated']);

function assertWritable({ principal }: BundleCaller, interaction: 'c' | 'u'): void {
  if (!principal.scopes.has('fhir:write')) throw new AppError('scope_missing', { parameters: { scope: 'fhir:write' } });
  assertPermitted(principal, 'ServiceRequest', interaction);
}

async function within<T>({ index }: BundleEntry, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && !(error instanceof EntryError) ? new EntryError(index, error) : error;
  }
}
