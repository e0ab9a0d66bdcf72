import {
  type Answer,
  AnswerLanguage,
  assertPermitted,
  Caller,
  operationsOf,
  type PartnerPrincipal,
  Query,
  UuidPipe,
  OperationsController,
} from '@gateway/access';
import {
  type List,
  type ListRequest,
  reportedObservationList,
  type ReportedObservationRow,
  reportList,
  type ReportRow,
  ReportsService,
} from '@gateway/core';
import { type JsonObject, type Page, ServiceSettings } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Get, Headers, Param, type Type } from '@nestjs/common';
import { resourceListSchema, resourceSchema } from '../descriptions/resource-schemas';
import { diagnosticReportExample, observationExample } from '../descriptions/result-examples';
import { toInterfaceShape } from '../dialect/to-interface-shape.mapper';
import type { FhirRelease, ReleaseMappers } from '../release';
import type { ResultSetting } from '../results';
import { fhirJson, interfaceMediaTypes } from './fhir-json';

/** One kind of what the laboratory found, as the interface's paths show it. */
interface ResultKind<Row> {
  readonly resourceType: 'DiagnosticReport' | 'Observation';
  readonly collection: 'diagnostic_reports' | 'observations';
  readonly query: List<Row>;
  readonly example: (release: FhirRelease['name']) => object;
  readonly find: (reports: ReportsService, partnerId: string, id: string) => Promise<Row>;
  readonly page: (reports: ReportsService, partnerId: string, request: ListRequest<Row>) => Promise<Page<Row>>;
  readonly toResource: (mappers: ReleaseMappers, row: Row, setting: ResultSetting) => object;
}

const diagnosticReports: ResultKind<ReportRow> = {
  resourceType: 'DiagnosticReport',
  collection: 'diagnostic_reports',
  query: reportList,
  example: diagnosticReportExample,
  find: (reports, partnerId, id) => reports.get(partnerId, id),
  page: (reports, partnerId, request) => reports.list(partnerId, request),
  toResource: (mappers, row, setting) => mappers.toDiagnosticReport(row, setting),
};

const observations: ResultKind<ReportedObservationRow> = {
  resourceType: 'Observation',
  collection: 'observations',
  query: reportedObservationList,
  example: observationExample,
  find: (reports, partnerId, id) => reports.getObservation(partnerId, id),
  page: (reports, partnerId, request) => reports.listObservations(partnerId, request),
  toResource: (mappers, row, setting) => mappers.toObservation(row, setting),
};

function controllerOf<Row>(release: FhirRelease, kind: ResultKind<Row>): Type {
  const { resourceType, collection, query } = kind;
  const example = kind.example(release.name);
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const shared = { scope: 'fhir:read', produces: interfaceMediaTypes } as const;

  @OperationsController(`fhir/${release.path}/${collection}`)
  class ResultsController {
    constructor(
      private readonly reports: ReportsService,
      private readonly settings: ServiceSettings,
    ) {}

    @Get()
    @Operation({
      ...shared,
      id: `list${release.name}${resourceType}s`,
      summary: `Lists what laboratories found, as ${resourceType}s of ${release.name}.`,
      query,
      answers: [{ status: 200, description: 'A page.', schema: () => resourceListSchema(resourceType), example: [example] }],
    })
    async list(
      @Caller() caller: PartnerPrincipal,
      @Query() request: ListRequest<Row>,
      @AnswerLanguage() language: Language,
      @Headers('accept') accept?: string,
    ): Promise<Answer> {
      assertPermitted(caller, resourceType, 's');
      const page = await kind.page(this.reports, caller.partnerId, request);
      return fhirJson(
        accept,
        page.map((row) => this.toInterface(row, language)),
      );
    }

    @Get(':id')
    @Operation({
      ...shared,
      id: `get${release.name}${resourceType}`,
      summary: `Reads what a laboratory found, as ${resourceType} of ${release.name}.`,
      problems: ['not_found'],
      answers: [{ status: 200, description: 'The resource.', schema: () => resourceSchema(resourceType), example }],
    })
    async get(
      @Caller() caller: PartnerPrincipal,
      @Param('id', UuidPipe) id: string,
      @AnswerLanguage() language: Language,
      @Headers('accept') accept?: string,
    ): Promise<Answer> {
      assertPermitted(caller, resourceType, 'r');
      return fhirJson(accept, this.toInterface(await kind.find(this.reports, caller.partnerId, id), language));
    }

    private toInterface(row: Row, language: Language): JsonObject {
      const { baseUrl, labTimeZone } = this.settings;
      return toInterfaceShape(kind.toResource(release.mappers, row, { baseUrl, labTimeZone, language }) as JsonObject, release);
    }
  }
  return ResultsController;
}

/** DiagnosticReports and Observations of all results, in the interface's shape. */
export const resultControllersOf = (release: FhirRelease): readonly Type[] => [
  controllerOf(release, diagnosticReports),
  controllerOf(release, observations),
];
