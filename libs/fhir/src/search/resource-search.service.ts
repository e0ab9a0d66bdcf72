import { assertPermitted, type PartnerPrincipal } from '@gateway/access';
import { beginning, RecordSearchService, type SearchedRows, type SearchedType } from '@gateway/core';
import { Clock, decodeQuery, Identifiers, type JsonObject, type QueryPair, ServiceSettings } from '@gateway/kernel';
import { AppError, detailOf, type Language } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import type { OutcomeIssue } from '../operation-outcome';
import { toPatient } from '../people/patient-resource.mapper';
import { toSpecimen } from '../people/specimen-resource.mapper';
import type { FhirRelease } from '../release';
import type { ResultSetting } from '../results';
import { toStandardServiceRequest } from '../service-request/service-request-resource.mapper';
import { type Include, referredIds } from './includes';
import { isSearchedType, searchParametersOf } from './parameters';
import { shaped } from './result-shape';
import { type SearchResult, toSearchBundle } from './search-bundle.mapper';
import type { SearchSetting } from './search-parameter';
import { readSearch, resultParameters, type SearchRequest, unknownSearchParameter } from './search-request';
import { toSorts } from './sort-keys';

/** Who searches, and in which language the answer goes. */
export interface SearchCaller {
  readonly partnerId: string;
  readonly language: Language;
}

type ToResource<Row> = (row: Row, release: FhirRelease, setting: ResultSetting) => object;

const toResource: { readonly [Type in SearchedType]: ToResource<SearchedRows[Type]> } = {
  ServiceRequest: toStandardServiceRequest,
  DiagnosticReport: (row, { mappers }, setting) => mappers.toDiagnosticReport(row, setting),
  Observation: (row, { mappers }, setting) => mappers.toObservation(row, setting),
  Patient: (row) => toPatient(row),
  Specimen: (row, _release, setting) => toSpecimen(row, setting),
};

/** Of one search; more would not be one answer any more. */
const maximumIncluded = 1000;

/** Searches of all types (https://hl7.org/fhir/R5/search.html): a few statements each, however many records there are. */
@Injectable()
export class ResourceSearchService {
  constructor(
    private readonly records: RecordSearchService,
    private readonly settings: ServiceSettings,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
  ) {}

  /** @throws AppError for a search that cannot be understood */
  read(release: FhirRelease, type: string, pairs: readonly QueryPair[], isStrict: boolean): SearchRequest {
    if (!isSearchedType(type)) throw AppError.recordNotFound();
    return readSearch(type, pairs, { release, setting: this.setting(), isStrict });
  }

  /** The searchset Bundle. */
  async search(release: FhirRelease, { partnerId, language }: SearchCaller, request: SearchRequest): Promise<JsonObject> {
    const { type, conditions, sorts, count, cursor, wantsTotal, shape } = request;
    const isWhole = cursor.keys === null && !cursor.backward;
    const [page, total] = await Promise.all([
      count === 0 ? undefined : this.records.find(partnerId, type, { conditions, sorts, size: count, cursor }),
      wantsTotal ? this.records.count(partnerId, type, conditions) : undefined,
    ]);
    const found = page === undefined ? [] : await this.resources(release, { partnerId, language }, type, page.ids);
    const included = await this.included(release, { partnerId, language }, request, found);
    const result: SearchResult = {
      matches: found.map((resource) => shaped(resource, shape)),
      included: included.map((resource) => shaped(resource, { ...shape, elements: undefined })),
      total: total ?? (isWhole && page !== undefined && page.next === undefined ? page.ids.length : undefined),
      previous: page?.previous,
      next: page?.next,
      outcome: this.outcomeOf(release, request, included.length >= maximumIncluded, language),
    };
    return toSearchBundle(result, request, `${this.settings.baseUrl}/fhir/${release.path}`);
  }

  /**
   * Ids of the records that match a condition, two at most; every parameter of it has to be known. Who asks learns whether there is
   * one, so the condition needs the right to search all that it touches. @throws AppError
   */
  async findIds(release: FhirRelease, principal: PartnerPrincipal, type: SearchedType, condition: string): Promise<readonly string[]> {
    const { conditions, types } = this.read(release, type, decodeQuery(condition), true);
    for (const touched of types) assertPermitted(principal, touched, 's');
    if (conditions.length === 0)
      throw new AppError('query_bad_value', { parameters: { name: 'If-None-Exist', value: '', expected: 'name=value' } });
    const search = { conditions, sorts: toSorts(type, []), size: 2, cursor: beginning };
    const page = await this.records.find(principal.partnerId, type, search);
    return page.ids;
  }

  private setting(): SearchSetting {
    const { baseUrl, labTimeZone } = this.settings;
    return { baseUrl, labTimeZone, now: this.clock.now() };
  }

  private async resources(
    release: FhirRelease,
    { partnerId, language }: SearchCaller,
    type: SearchedType,
    ids: readonly string[],
  ): Promise<readonly JsonObject[]> {
    const { baseUrl, labTimeZone } = this.settings;
    const rows = await this.records.rows(partnerId, type, ids);
    const map = toResource[type] as ToResource<unknown>;
    return rows.map((row) => map(row, release, { baseUrl, labTimeZone, language }) as JsonObject);
  }

  /** Each resource once, and none that matches itself: one statement for each type referred to, two for each that refers. */
  private async included(
    release: FhirRelease,
    caller: SearchCaller,
    { includes, type }: SearchRequest,
    matches: readonly JsonObject[],
  ): Promise<readonly JsonObject[]> {
    if (includes.length === 0 || matches.length === 0) return [];
    const ids = new Map<SearchedType, Set<string>>();
    const note = (included: SearchedType, found: readonly string[]): void => {
      const known = ids.get(included) ?? new Set();
      found.forEach((id) => known.add(id));
      ids.set(included, known);
    };
    for (const { direction, parameter, types } of includes) {
      if (direction === 'reverse') note(types[0]!, await this.referring(caller.partnerId, parameter, types[0]!, matches));
      else types.forEach((target) => note(target, referredIds(matches, parameter.link!.element, target)));
    }
    const matching = new Set(matches.map(({ id }) => String(id)));
    const resources: JsonObject[] = [];
    for (const [included, found] of ids) {
      const wanted = [...found].filter((id) => included !== type || !matching.has(id)).slice(0, maximumIncluded - resources.length);
      resources.push(...(await this.resources(release, caller, included, wanted)));
    }
    return resources;
  }

  /** Ids of the records that refer to some of the matches. */
  private async referring(
    partnerId: string,
    parameter: Include['parameter'],
    type: SearchedType,
    matches: readonly JsonObject[],
  ): Promise<readonly string[]> {
    const values = matches.map(({ resourceType, id }) => `${String(resourceType)}/${String(id)}`);
    const term = { pair: { name: parameter.name, value: '' }, modifier: undefined, values };
    const condition = parameter.read(term, this.setting());
    const { ids } = await this.records.find(partnerId, type, {
      conditions: [condition],
      sorts: toSorts(type, []),
      size: maximumIncluded,
      cursor: beginning,
    });
    return ids;
  }

  private outcomeOf(release: FhirRelease, { ignored, type }: SearchRequest, isCut: boolean, language: Language): SearchResult['outcome'] {
    const known = [...searchParametersOf(type, release).map(({ name }) => name), ...resultParameters].join(', ');
    const texts = ignored.map((name) => detailOf(unknownSearchParameter(name, known), language));
    if (isCut)
      texts.push(detailOf(new AppError('query_too_many_values', { parameters: { name: '_include', max: maximumIncluded } }), language));
    if (texts.length === 0) return undefined;
    const issue = texts.map((text): OutcomeIssue => ({ severity: 'warning', code: 'not-supported', details: { text } }));
    return { fullUrl: `urn:uuid:${this.identifiers.next()}`, resource: { resourceType: 'OperationOutcome', issue } };
  }
}
