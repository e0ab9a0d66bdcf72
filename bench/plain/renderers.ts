import { type ObservationRow, type ReportedObservationRow, type ReportRow, type ServiceRequestRow, toListSorts } from '@gateway/core';
import type { FhirRelease } from '@gateway/fhir';
import { r4b } from '@gateway/fhir-r4b';
import { r5 } from '@gateway/fhir-r5';
import { decodeQuery, type JsonObject, stringifyJson } from '@gateway/kernel';
import { toDiagnosticOrder, toDiagnosticTest, toObservation, toTestResult } from '@gateway/resources';
import { encodeCursor } from '../../libs/core/src/listing/cursor';
import { withPlacement } from '../../libs/fhir/src/placement/placement-extension';
import { toSearchBundle } from '../../libs/fhir/src/search/search-bundle.mapper';
import type { SearchRequest } from '../../libs/fhir/src/search/search-request';
import { toSorts, unsortedBy } from '../../libs/fhir/src/search/sort-keys';
import { toStandardServiceRequest } from '../../libs/fhir/src/service-request/service-request-resource.mapper';
import { baseUrl, labTimeZone } from '../service/service-process';

/** What the statements of a request have answered, each with its rows. */
export type Answers = readonly (readonly unknown[])[];

/** Makes the body of what the statements have answered. The mappers are the product's: they are the same work for both. */
export type Renderer = (answers: Answers, query: string) => string;

const setting = { baseUrl, labTimeZone, language: 'en' } as const;

/** The rows that an answer is made of are those of the last statement that gave any. */
const lastRows = (answers: Answers): readonly unknown[] => answers.findLast((rows) => rows.length > 0) ?? [];

const one =
  (toResource: (row: never) => object): Renderer =>
  (answers) =>
    stringifyJson(toResource(lastRows(answers)[0] as never));

const pageSize = 30;

interface Kind {
  readonly type: SearchRequest['type'];
  readonly idOf: (row: never) => string;
  readonly toResource: (row: never) => object;
}

const countIn = (query: string): number => Number(/_count=(\d+)/.exec(query)?.[1] ?? pageSize);

/** A page of a search: the ids of its records, then the records. */
const bundle =
  ({ path }: FhirRelease, { type, idOf, toResource }: Kind): Renderer =>
  ([found = [], rows = []], query) => {
    const ids = found as readonly { readonly id: string; readonly keys: readonly string[] }[];
    const byId = new Map(rows.map((row) => [idOf(row as never), row]));
    const page = ids.slice(0, countIn(query));
    const hasMore = ids.length > page.length;
    const honoured = decodeQuery(query);
    const searched = honoured.map(({ name }) => name);
    const sorts = toListSorts(toSorts(type, unsortedBy(type, searched)));
    const result = {
      matches: page.map(({ id }) => toResource(byId.get(id) as never) as JsonObject),
      included: [],
      total: hasMore ? undefined : page.length,
      previous: undefined,
      next: hasMore ? encodeCursor({ backward: false, keys: page.at(-1)!.keys }, sorts) : undefined,
      outcome: undefined,
    };
    const request = { type, honoured } as unknown as SearchRequest;
    return stringifyJson(toSearchBundle(result, request, `${baseUrl}/fhir/${path}`));
  };

export const renderers = {
  test: one(toDiagnosticTest),
  order: one(toDiagnosticOrder),
  result: one(toTestResult),
  'report-r4b': one((row: ReportRow) => r4b.mappers.toDiagnosticReport(row, setting)),
  'observation-r5': one((row: ReportedObservationRow) => r5.mappers.toObservation(row, setting)),
  'request-r5': one((row: ServiceRequestRow) => toStandardServiceRequest(row, r5, setting)),
  'placed-request-r4b': one((row: ServiceRequestRow) =>
    withPlacement(toStandardServiceRequest(row, r4b, setting), { state: 'placed', gaps: [] }, baseUrl, 'en'),
  ),
  observations: (answers) => stringifyJson((lastRows(answers) as readonly ObservationRow[]).slice(0, pageSize).map(toObservation)),
  'reports-r5': bundle(r5, {
    type: 'DiagnosticReport',
    idOf: ({ id }: ReportRow) => id,
    toResource: (row: ReportRow) => r5.mappers.toDiagnosticReport(row, setting),
  }),
  'observations-r5': bundle(r5, {
    type: 'Observation',
    idOf: ({ observation }: ReportedObservationRow) => observation.id,
    toResource: (row: ReportedObservationRow) => r5.mappers.toObservation(row, setting),
  }),
} as const satisfies Record<string, Renderer>;

export type RendererName = keyof typeof renderers;
