import {
  type Answer,
  AnswerLanguage,
  assertMediaType,
  assertPermitted,
  Caller,
  isStrict,
  operationsOf,
  type PartnerPrincipal,
  Query,
  rawBody,
  OperationsController,
} from '@gateway/access';
import type { SearchedType } from '@gateway/core';
import { decodeQuery, type QueryPair, type QueryReader } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Get, Headers, Post, Req, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { resourceSchema } from '../descriptions/resource-schemas';
import type { FhirRelease } from '../release';
import { Interaction } from '../rest/interaction';
import { restMediaTypes } from '../rest/media-types';
import { plainAnswer, type RestRequest, restRequest } from '../rest/rest-answers';
import { searchedTypes } from './parameters';
import { ResourceSearchService } from './resource-search.service';
import { searchQueryParameters } from './search-statement.mapper';

const formMediaType = 'application/x-www-form-urlencoded';

/** More than a query string may have. */
const formLimit = 16 * 1024;

/** Parameters that are not known are no reason to refuse a search: the handler reads them all. */
const anyQuery = (release: FhirRelease, type: SearchedType): QueryReader<readonly QueryPair[]> => ({
  parameters: searchQueryParameters(release, type),
  read: (pairs) => pairs,
});

function controllerOf(release: FhirRelease, type: SearchedType): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const shared = {
    scope: 'fhir:read',
    query: anyQuery(release, type),
    produces: restMediaTypes,
    answers: [
      {
        status: 200,
        description: 'A Bundle of the type searchset.',
        schema: () => resourceSchema('Bundle'),
        example: {
          resourceType: 'Bundle',
          type: 'searchset',
          total: 0,
          link: [{ relation: 'self', url: `https://gateway.example/fhir/${release.path}/${type}` }],
        },
      },
    ],
  } as const;

  @OperationsController(`fhir/${release.path}/${type}`)
  class SearchController {
    constructor(private readonly service: ResourceSearchService) {}

    @Get()
    @Interaction(type, 'search-type')
    @Operation({ ...shared, id: `search${release.name}${type}`, summary: `Searches ${type}s of ${release.name}.` })
    search(
      @Caller() caller: PartnerPrincipal,
      @Query() pairs: readonly QueryPair[],
      @AnswerLanguage() language: Language,
      @Headers() headers: RestRequest['headers'],
    ): Promise<Answer> {
      return this.answer(caller, pairs, language, headers);
    }

    @Post('_search')
    @Operation({
      ...shared,
      id: `search${release.name}${type}ByForm`,
      summary: `Searches ${type}s of ${release.name}; the parameters stand in the body, where no log of addresses shows them.`,
      body: { schema: () => z.looseObject({}), example: { _count: '10' }, consumes: [formMediaType], limit: formLimit },
    })
    async searchByForm(
      @Caller() caller: PartnerPrincipal,
      @Query() pairs: readonly QueryPair[],
      @AnswerLanguage() language: Language,
      @Headers() headers: RestRequest['headers'],
      @Req() request: Request,
    ): Promise<Answer> {
      const bytes = await rawBody(request, formLimit);
      if (bytes.length > 0 || headers['content-type'] !== undefined) assertMediaType(request, [formMediaType]);
      return this.answer(caller, [...pairs, ...decodeQuery(bytes.toString())], language, headers);
    }

    private async answer(
      caller: PartnerPrincipal,
      pairs: readonly QueryPair[],
      language: Language,
      headers: RestRequest['headers'],
    ): Promise<Answer> {
      assertPermitted(caller, type, 's');
      const search = this.service.read(release, type, pairs, isStrict(headers['prefer']));
      const request = restRequest(release, { format: search.format }, headers);
      for (const touched of search.types) if (touched !== type) assertPermitted(caller, touched, 's');
      const bundle = await this.service.search(release, { partnerId: caller.partnerId, language }, search);
      return plainAnswer(request, bundle);
    }
  }
  return SearchController;
}

/** Search by GET and POST for every type that has records. */
export const searchControllersOf = (release: FhirRelease): readonly Type[] => searchedTypes.map((type) => controllerOf(release, type));
