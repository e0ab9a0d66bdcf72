import {
  type Answer,
  AnswerLanguage,
  assertPermitted,
  Body,
  Caller,
  isStrict,
  operationsOf,
  type PartnerPrincipal,
  permits,
  Query,
  type ReturnPreference,
  returnPreference,
  OperationsController,
} from '@gateway/access';
import { RequestUpdatesService, ServiceRequestsService } from '@gateway/core';
import { type JsonObject, ServiceSettings } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Headers, Param, Patch, Post, Put, type Type } from '@nestjs/common';
import { z } from 'zod';
import { anyResourceSchema, resourceSchema } from '../descriptions/resource-schemas';
import { storedRequestExample } from '../descriptions/rest-examples';
import { writtenRequestExample } from '../descriptions/service-request-examples';
import { versionHeaders } from '../descriptions/version-answers';
import type { FhirRelease } from '../release';
import { ResourceSearchService } from '../search';
import { Interaction } from './interaction';
import { assertVersionSupported, restMediaTypes } from './media-types';
import { type RestRequest, restRequest, writeAnswer } from './rest-answers';
import { type RestQuery, restQuery } from './rest-query';
import { ServiceRequestInteractions, type WrittenResource } from './service-request-interactions';
import { versionIn } from './versions';

type RequestHeaders = RestRequest['headers'];

/** What a write answers with is the client's preference. */
const writtenSchema = anyResourceSchema;
const writeHeaders = { ...versionHeaders, Location: 'Address of the version', 'X-Order-Placement': 'placed or incomplete' };

/** What is there already, and what others may have written: without the right to read it the answer is no way to. */
const shownTo = (principal: PartnerPrincipal, headers: RequestHeaders): ReturnPreference =>
  permits(principal, 'ServiceRequest', 'r') ? returnPreference(headers['prefer']) : 'minimal';

/** Writing of ServiceRequests on the standard paths (https://hl7.org/fhir/R5/http.html): create, update and patch. */
export function requestWritesControllerOf(release: FhirRelease): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const path = `fhir/${release.path}/ServiceRequest`;
  const schema = () => resourceSchema('ServiceRequest');
  const example = storedRequestExample(release);
  const writes = { scope: 'fhir:write', query: restQuery, produces: restMediaTypes } as const;
  const body = { schema, example: writtenRequestExample(release.name), consumes: restMediaTypes };

  @OperationsController(path)
  class RequestWritesController {
    private readonly interactions: ServiceRequestInteractions;

    constructor(
      requests: ServiceRequestsService,
      updates: RequestUpdatesService,
      private readonly search: ResourceSearchService,
      settings: ServiceSettings,
    ) {
      this.interactions = new ServiceRequestInteractions(release, requests, updates, settings);
    }

    @Post()
    @Interaction('ServiceRequest', 'create')
    @Operation({
      ...writes,
      id: `createStandard${release.name}ServiceRequest`,
      summary: `Creates a ServiceRequest of ${release.name}; an active order that says everything it needs places a diagnostic order.`,
      body,
      problems: ['precondition_failed'],
      answers: [
        { status: 201, description: 'The request.', schema: writtenSchema, example, headers: writeHeaders },
        {
          status: 200,
          description: 'The request that If-None-Exist found.',
          schema,
          example,
          headers: { ...versionHeaders, Location: 'Address of the version' },
        },
      ],
    })
    async create(
      @Caller() caller: PartnerPrincipal,
      @Body() resource: JsonObject,
      @Query() query: RestQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'c');
      const request = this.writeRequest(query, headers);
      const options = { isStrict: isStrict(headers['prefer']) };
      const by = { partnerId: caller.partnerId, language };
      const condition = headers['if-none-exist'];
      if (condition === undefined) return this.written(request, 201, await this.interactions.create(by, resource, options), language);
      const find = () => this.search.findIds(release, caller, 'ServiceRequest', condition);
      const outcome = await this.interactions.createUnless(by, resource, options, find);
      if ('created' in outcome) return this.written(request, 201, outcome.created, language);
      return this.existing(request, outcome.existing, caller, language);
    }

    @Put(':id')
    @Interaction('ServiceRequest', 'update')
    @Operation({
      ...writes,
      id: `update${release.name}ServiceRequest`,
      summary: `Replaces a ServiceRequest of ${release.name}; If-Match guards against lost updates.`,
      problems: ['not_found', 'conflict', 'precondition_failed'],
      body,
      answers: [{ status: 200, description: 'The request.', schema: writtenSchema, example, headers: writeHeaders }],
    })
    async update(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @Body() resource: JsonObject,
      @Query() query: RestQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'u');
      const request = this.writeRequest(query, headers);
      const preferences = { isStrict: isStrict(headers['prefer']), ifVersion: versionIn(headers['if-match']) };
      const written = await this.interactions.update({ partnerId: caller.partnerId, language }, id, resource, preferences);
      return this.written(request, 200, written, language);
    }

    @Patch(':id')
    @Interaction('ServiceRequest', 'patch')
    @Operation({
      ...writes,
      id: `patch${release.name}ServiceRequest`,
      summary: `Changes a ServiceRequest of ${release.name} by a JSON Patch (RFC 6902).`,
      problems: ['not_found', 'conflict', 'precondition_failed', 'unprocessable'],
      body: {
        schema: () => z.array(z.unknown()),
        shape: 'array',
        example: [{ op: 'replace', path: '/priority', value: 'urgent' }],
        consumes: ['application/json-patch+json'],
      },
      answers: [{ status: 200, description: 'The request.', schema: writtenSchema, example, headers: writeHeaders }],
    })
    async patch(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @Body() patch: readonly unknown[],
      @Query() query: RestQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RequestHeaders,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'u');
      const request = restRequest(release, query, headers);
      const preferences = { isStrict: isStrict(headers['prefer']), ifVersion: versionIn(headers['if-match']) };
      const written = await this.interactions.patch({ partnerId: caller.partnerId, language }, id, patch, preferences);
      return this.written(request, 200, written, language, shownTo(caller, headers));
    }

    private writeRequest(query: RestQuery, headers: RequestHeaders): RestRequest {
      assertVersionSupported(headers['content-type'], release);
      return restRequest(release, query, headers);
    }

    /** The condition fits one that is there already: it stays as it is. */
    private async existing(request: RestRequest, id: string, caller: PartnerPrincipal, language: Language): Promise<Answer> {
      const resource = await this.interactions.read({ partnerId: caller.partnerId, language }, id);
      const location = this.interactions.addressOf(id);
      return writeAnswer(request, { status: 200, resource, location }, shownTo(caller, request.headers), language);
    }

    private written(
      request: RestRequest,
      status: 200 | 201,
      { id, resource, placement }: WrittenResource,
      language: Language,
      preference = returnPreference(request.headers['prefer']),
    ): Answer {
      const location = this.interactions.addressOf(id);
      const headers = { 'X-Order-Placement': placement.state };
      return writeAnswer(request, { status, resource, location, headers }, preference, language);
    }
  }
  return RequestWritesController;
}
