import { type Answer, AnswerLanguage, assertPermitted, Caller, operationsOf, type PartnerPrincipal, Query } from '@gateway/access';
import { RequestUpdatesService, ServiceRequestsService } from '@gateway/core';
import { ServiceSettings } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Controller, Get, Headers, Param, type Type } from '@nestjs/common';
import { interfaceResource } from '../interface-paths/interface-schemas';
import type { FhirRelease } from '../release';
import { type HistoryQuery, historyQuery } from './history-query';
import { Interaction } from './interaction';
import { assertVersionAcceptable, restMediaTypes } from './media-types';
import { plainAnswer, readAnswer, type RestRequest } from './rest-answers';
import { historyExample, storedRequestExample } from './rest-examples';
import { type RestQuery, restQuery } from './rest-query';
import { ServiceRequestInteractions } from './service-request-interactions';

type RequestHeaders = RestRequest['headers'];

const versionHeaders = { ETag: 'Version of the resource', 'Last-Modified': 'When it was made' };

/** Reading of ServiceRequests on the standard paths (https://hl7.org/fhir/R5/http.html): read, vread, history. */
export function requestReadsControllerOf(release: FhirRelease): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const schema = () => interfaceResource('ServiceRequest');
  const example = storedRequestExample(release);
  const reads = { scope: 'fhir:read', query: restQuery, produces: restMediaTypes, problems: ['not_found'] } as const;

  const requestOf = (query: RestQuery, headers: RequestHeaders): RestRequest => {
    assertVersionAcceptable(headers['accept'], release);
    return { release, query, headers };
  };

  @Controller(`fhir/${release.path}/ServiceRequest`)
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
      answers: [
        { status: 200, description: 'The request.', schema, example, headers: versionHeaders },
        { status: 304, description: 'The client has this version.', headers: versionHeaders },
      ],
    })
    async read(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @Query() query: RestQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'r');
      const request = requestOf(query, headers);
      return readAnswer(request, await this.interactions.read({ partnerId: caller.partnerId, language }, id));
    }

    @Get(':id/_history/:version')
    @Interaction('ServiceRequest', 'vread')
    @Operation({
      ...reads,
      id: `vread${release.name}ServiceRequest`,
      summary: `Reads a ServiceRequest of ${release.name} as it was in a version.`,
      answers: [
        { status: 200, description: 'The request.', schema, example, headers: versionHeaders },
        { status: 304, description: 'The client has this version.', headers: versionHeaders },
      ],
    })
    async vread(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @Param('version') version: string,
      @Query() query: RestQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'r');
      const request = requestOf(query, headers);
      return readAnswer(request, await this.interactions.vread({ partnerId: caller.partnerId, language }, id, version));
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
          schema: () => interfaceResource('Bundle'),
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
      const request = requestOf(query, headers);
      return plainAnswer(request, await this.interactions.history({ partnerId: caller.partnerId, language }, id, query));
    }
  }
  return RequestReadsController;
}
