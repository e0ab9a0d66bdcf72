import type {
  Placement,
  RequestUpdatesService,
  ServiceRequestRow,
  ServiceRequestsService,
  WriteOptions,
  WriteOutcome,
  WrittenRequest,
} from '@gateway/core';
import type { JsonObject, ServiceSettings } from '@gateway/kernel';
import { AppError, type Language } from '@gateway/problems';
import { withPlacement } from '../placement/placement-extension';
import type { FhirRelease } from '../release';
import { toStandardServiceRequest } from '../service-request/service-request-resource.mapper';
import { toWrittenRequest } from '../service-request/written-request.mapper';
import { toHistoryBundle } from './history-bundle.mapper';
import type { HistoryQuery } from './history-query';
import { patched } from './json-patch';
import { assertValid } from './validity';

/** Who asks, and in which language the answer goes. */
export interface RestCaller {
  readonly partnerId: string;
  readonly language: Language;
}

export interface UpdatePreferences extends WriteOptions {
  /** NaN for something that no version is called. */
  readonly ifVersion: number | undefined;
}

/** A request as it is stored. */
export interface StoredResource {
  readonly id: string;
  readonly resource: JsonObject;
  /** The test that the request has ordered. */
  readonly testId: string | null;
}

/** A request after a write. */
export interface WrittenResource extends StoredResource {
  readonly placement: Placement;
}

const type = 'ServiceRequest';

/** What can be done with ServiceRequests, however it is asked for: by a request of its own or by an entry of a Bundle. */
export class ServiceRequestInteractions {
  constructor(
    private readonly release: FhirRelease,
    private readonly requests: ServiceRequestsService,
    private readonly updates: RequestUpdatesService,
    private readonly settings: ServiceSettings,
  ) {}

  async read(caller: RestCaller, id: string): Promise<JsonObject> {
    return (await this.stored(caller, id)).resource;
  }

  async stored({ partnerId, language }: RestCaller, id: string): Promise<StoredResource> {
    const row = await this.requests.get(partnerId, id);
    return { id, resource: this.toResource(row, language), testId: row.testId };
  }

  async vread(caller: RestCaller, id: string, version: string): Promise<JsonObject> {
    if (!/^[1-9]\d{0,8}$/.test(version)) throw AppError.recordNotFound();
    return this.toResource(await this.requests.version(caller.partnerId, id, Number(version)), caller.language);
  }

  /** A page of versions; an empty one where the record has none in the range. @throws AppError when there is no such record */
  async history(caller: RestCaller, id: string, query: HistoryQuery): Promise<JsonObject> {
    const { before, since, count } = query;
    const rows = await this.requests.versions(caller.partnerId, id, { before, since, limit: count + 1 });
    if (rows.length === 0) await this.requests.get(caller.partnerId, id);
    return toHistoryBundle(
      { rows: rows.slice(0, count), hasMore: rows.length > count },
      { address: this.addressOf(id), query, toResource: (row) => this.toResource(row, caller.language) },
    );
  }

  /** Absolute, without a version. */
  addressOf(id: string): string {
    return `${this.settings.baseUrl}/fhir/${this.release.path}/${type}/${id}`;
  }

  async create(caller: RestCaller, resource: JsonObject, options: WriteOptions): Promise<WrittenResource> {
    assertValid(resource, type, this.release);
    return this.toWritten(await this.requests.create(caller.partnerId, this.written(resource), options), caller.language);
  }

  /** Creates the request unless `find` tells that there is one already. */
  async createUnless(
    caller: RestCaller,
    resource: JsonObject,
    options: WriteOptions,
    find: () => Promise<readonly string[]>,
  ): Promise<{ readonly existing: string } | { readonly created: WrittenResource }> {
    assertValid(resource, type, this.release);
    const { partnerId, language } = caller;
    const outcome = await this.requests.createUnless(partnerId, find, () =>
      this.requests.create(partnerId, this.written(resource), options),
    );
    return 'existing' in outcome ? outcome : { created: this.toWritten(outcome.created, language) };
  }

  async update(caller: RestCaller, id: string, resource: JsonObject, preferences: UpdatePreferences): Promise<WrittenResource> {
    assertValid(resource, type, this.release, id);
    return this.toWritten(await this.updates.update(caller.partnerId, id, this.written(resource), preferences), caller.language);
  }

  async patch(caller: RestCaller, id: string, patch: readonly unknown[], preferences: UpdatePreferences): Promise<WrittenResource> {
    const outcome = await this.updates.modify(caller.partnerId, id, preferences, (row) => {
      const resource = patched(this.toResource(row, caller.language), patch);
      assertValid(resource, type, this.release, id);
      return this.written(resource);
    });
    return this.toWritten(outcome, caller.language);
  }

  toResource(row: ServiceRequestRow, language: Language): JsonObject {
    return toStandardServiceRequest(row, this.release, { baseUrl: this.settings.baseUrl, language });
  }

  private written(resource: JsonObject): WrittenRequest {
    return toWrittenRequest(resource, this.release, { baseUrl: this.settings.baseUrl });
  }

  private toWritten({ row, placement }: WriteOutcome, language: Language): WrittenResource {
    const resource = withPlacement(this.toResource(row, language), placement, this.settings.baseUrl, language);
    return { id: row.id, resource, placement, testId: row.testId };
  }
}
