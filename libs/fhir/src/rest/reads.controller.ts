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
import { PatientsService, ReportsService, SpecimensService } from '@gateway/core';
import { ServiceSettings } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Get, Headers, Param, type Type } from '@nestjs/common';
import { readAnswers } from '../descriptions/version-answers';
import type { FhirRelease } from '../release';
import { Interaction } from './interaction';
import { restMediaTypes } from './media-types';
import { type ReadQuery, readQueryOf } from './read-query';
import { ResourceReader, type ReadType, readTypes } from './resource-reader';
import { readAnswer, type RestRequest, restRequest } from './rest-answers';

function controllerOf(release: FhirRelease, type: ReadType): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);

  @OperationsController(`fhir/${release.path}/${type}`)
  class ReadController {
    private readonly reader: ResourceReader;

    constructor(reports: ReportsService, patients: PatientsService, specimens: SpecimensService, settings: ServiceSettings) {
      this.reader = new ResourceReader(release, { reports, patients, specimens }, settings);
    }

    @Get(':id')
    @Interaction(type, 'read')
    @Operation({
      id: `read${release.name}${type}`,
      summary: `Reads ${type} of ${release.name}.`,
      scope: 'fhir:read',
      query: readQueryOf(release),
      problems: ['not_found'],
      produces: restMediaTypes,
      answers: readAnswers(type, 'The resource.', { resourceType: type, id: '0198c0de-7a10-7000-8000-000000000003' }),
    })
    async read(
      @Caller() caller: PartnerPrincipal,
      @Param('id', UuidPipe) id: string,
      @Query() query: ReadQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RestRequest['headers'],
    ): Promise<Answer> {
      assertPermitted(caller, type, 'r');
      const request = restRequest(release, query, headers);
      return readAnswer(request, await this.reader.read(type, { partnerId: caller.partnerId, language }, id), query.shape);
    }
  }
  return ReadController;
}

export const readControllersOf = (release: FhirRelease): readonly Type[] => readTypes.map((type) => controllerOf(release, type));
