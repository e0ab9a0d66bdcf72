import {
  type Answer,
  AnswerLanguage,
  assertPermitted,
  Caller,
  operationsOf,
  type PartnerPrincipal,
  Query,
  OperationsController,
} from '@gateway/access';
import { RequestUpdatesService, ServiceRequestsService } from '@gateway/core';
import { ServiceSettings } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Get, Headers, Param, type Type } from '@nestjs/common';
import { resourceSchema } from '../descriptions/resource-schemas';
import { historyExample, storedRequestExample } from '../descriptions/rest-examples';
import { readAnswers } from '../descriptions/version-answers';
import type { FhirRelease } from '../release';
import { type HistoryQuery, historyQuery } from './history-query';
import { Interaction } from './interaction';
import { restMediaTypes } from './media-types';
import { type ReadQuery, readQueryOf } from './read-query';
import { plainAnswer, readAnswer, type RestRequest, restRequest } from './rest-answers';
import { ServiceRequestInteractions } from './service-request-interactions';

type RequestHeaders = RestRequest['headers'];

/** Reading of ServiceRequests on the standard paths (https://hl7.org/fhir/R5/http.html): read, vread, history. */
export function requestReadsControllerOf(release: FhirRelease): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const answers = readAnswers('ServiceRequest', 'The request.', storedRequestExample(release));
  const reads = { scope: 'fhir:read', query: readQueryOf(release), produces: restMediaTypes, problems: ['not_found'] } as const;

  @OperationsController(`fhir/${release.path}/ServiceRequest`)
  class RequestReadsController {
    private readonly interactions: ServiceRequestInteractions;

    constructor(requests: ServiceRequestsService, updates: RequestUpdatesService, settings: ServiceSettings) {
      this.interactions = new ServiceRequestInteractions(release, requests, updates, settings);
    }

    @Get(':id')
    @Interaction('ServiceRequest', 'read')
    @Operation({
      ...reads,
      id: `read${release.name}ServiceRequest`,
      summary: `Reads a ServiceRequest of ${release.name}.`,
      answers,
    })
    async read(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @Query() query: ReadQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'r');
      const request = restRequest(release, query, headers);
      return readAnswer(request, await this.interactions.read({ partnerId: caller.partnerId, language }, id), query.shape);
    }

    @Get(':id/_history/:version')
    @Interaction('ServiceRequest', 'vread')
    @Operation({
      ...reads,
      id: `vread${release.name}ServiceRequest`,
      summary: `Reads a ServiceRequest of ${release.name} as it was in a version.`,
      answers,
    })
    async vread(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @Param('version') version: string,
      @Query() query: ReadQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'r');
      const request = restRequest(release, query, headers);
      return readAnswer(request, await this.interactions.vread({ partnerId: caller.partnerId, language }, id, version), query.shape);
    }

    @Get(':id/_history')
    @Interaction('ServiceRequest', 'history-instance')
    @Operation({
      ...reads,
      id: `history${release.name}ServiceRequest`,
      summary: `Lists the versions of a ServiceRequest of ${release.name}, the newest first.`,
      query: historyQuery,
      answers: [
        {
          status: 200,
          description: 'A Bundle of the type history.',
          schema: () => resourceSchema('Bundle'),
          example: historyExample(release),
        },
      ],
    })
    async history(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @Query() query: HistoryQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'r');
      const request = restRequest(release, query, headers);
      return plainAnswer(request, await this.interactions.history({ partnerId: caller.partnerId, language }, id, query));
    }
  }
  return RequestReadsController;
}
