import {
  type Answer,
  assertPermitted,
  Body,
  Caller,
  contextOf,
  isStrict,
  operationsOf,
  type PartnerPrincipal,
  Query,
  returnPreference,
  OperationsController,
} from '@gateway/access';
import { AuditTrail, EventMaker } from '@gateway/audit';
import { PatientsService, ReportsService, RequestUpdatesService, ServiceRequestsService, SpecimensService } from '@gateway/core';
import { Database, decodeQuery, type JsonObject, ServiceSettings } from '@gateway/kernel';
import { Headers, Post, Req, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { resourceSchema } from '../descriptions/resource-schemas';
import { transactionExample, transactionResponseExample } from '../descriptions/rest-examples';
import type { FhirRelease } from '../release';
import { ResourceSearchService } from '../search';
import { BundleInteractions, type BundleSearch } from './bundle-interactions';
import { BundleTrail } from './bundle-trail';
import { Interaction } from './interaction';
import { assertVersionSupported, restMediaTypes } from './media-types';
import { ResourceReader } from './resource-reader';
import { plainAnswer, type RestRequest, restRequest } from './rest-answers';
import { type RestQuery, restQuery } from './rest-query';
import { ServiceRequestInteractions } from './service-request-interactions';

/** The search of entries, as the door of the release does it. */
const searchOf = (release: FhirRelease, search: ResourceSearchService): BundleSearch => ({
  async search({ partnerId, language, principal, isStrict: strict }, type, query) {
    const request = search.read(release, type, decodeQuery(query), strict);
    for (const touched of request.types) assertPermitted(principal, touched, 's');
    return search.search(release, { partnerId, language }, request);
  },
  findIds: ({ principal }, condition) => search.findIds(release, principal, 'ServiceRequest', condition),
});

/** Batches and transactions (https://hl7.org/fhir/R5/http.html#transaction). */
export function bundleControllerOf(release: FhirRelease): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const operationId = `process${release.name}Bundle`;

  @OperationsController(`fhir/${release.path}`)
  class BundleController {
    private readonly bundles: BundleInteractions;

    constructor(
      requests: ServiceRequestsService,
      updates: RequestUpdatesService,
      reports: ReportsService,
      patients: PatientsService,
      specimens: SpecimensService,
      search: ResourceSearchService,
      database: Database,
      private readonly settings: ServiceSettings,
      private readonly trail: AuditTrail,
      private readonly events: EventMaker,
    ) {
      const interactions = new ServiceRequestInteractions(release, requests, updates, settings);
      const reader = new ResourceReader(release, { reports, patients, specimens }, settings);
      this.bundles = new BundleInteractions(release, interactions, reader, searchOf(release, search), requests, database);
    }

    @Post()
    @Interaction(undefined, 'transaction', 'batch')
    @Operation({
      id: operationId,
      summary: `Processes a batch or transaction of ${release.name}: ServiceRequests with their Patients, reads and searches. Writes need fhir:write too.`,
      scope: 'fhir:read',
      audited: 'by_entry',
      query: restQuery,
      problems: ['not_found', 'conflict', 'precondition_failed', 'unprocessable'],
      body: { schema: () => resourceSchema('Bundle'), example: transactionExample(release), consumes: restMediaTypes },
      produces: restMediaTypes,
      answers: [
        {
          status: 200,
          description: 'The responses, in the order of the entries.',
          schema: () => resourceSchema('Bundle'),
          example: transactionResponseExample(release),
        },
      ],
    })
    async process(
      @Caller() principal: PartnerPrincipal,
      @Body() bundle: JsonObject,
      @Query() query: RestQuery,
      @Headers() headers: RestRequest['headers'],
      @Req() http: Request,
    ): Promise<Answer> {
      assertVersionSupported(headers['content-type'], release);
      const request = restRequest(release, query, headers);
      const context = contextOf(http);
      const { language, requestId } = context;
      const prefer = headers['prefer'];
      const caller = {
        partnerId: principal.partnerId,
        principal,
        language,
        requestId,
        isStrict: isStrict(prefer),
        trail: this.trailOf(http),
        isKept: headers['idempotency-key'] !== undefined,
        noteFailure: (error: unknown) => void (context.failures ??= []).push(error),
        wantsResources: prefer !== undefined && /return\s*=/.test(prefer) && returnPreference(prefer) === 'representation',
      };
      return plainAnswer(request, await this.bundles.process(caller, bundle));
    }

    private trailOf(request: Request): BundleTrail {
      const { trail, events } = this;
      const { baseUrl } = this.settings;
      return new BundleTrail({ trail, events, request, operationId, base: `/fhir/${release.path}`, baseUrl });
    }
  }
  return BundleController;
}
