import {
  type Answer,
  AnswerLanguage,
  assertPermitted,
  Caller,
  operationsOf,
  type PartnerPrincipal,
  Query,
  UuidPipe,
} from '@gateway/access';
import { PatientsService, ReportsService, SpecimensService } from '@gateway/core';
import { ServiceSettings } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Controller, Get, Headers, Param, type Type } from '@nestjs/common';
import { interfaceResource } from '../interface-paths/interface-schemas';
import type { FhirRelease } from '../release';
import { Interaction } from './interaction';
import { assertVersionAcceptable, restMediaTypes } from './media-types';
import { ResourceReader, type ReadType, readTypes } from './resource-reader';
import { readAnswer, type RestRequest } from './rest-answers';
import { type RestQuery, restQuery } from './rest-query';

const versionHeaders = { ETag: 'Version of the resource', 'Last-Modified': 'When it was made' };

function controllerOf(release: FhirRelease, type: ReadType): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);

  @Controller(`fhir/${release.path}/${type}`)
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
      query: restQuery,
      problems: ['not_found'],
      produces: restMediaTypes,
      answers: [
        {
          status: 200,
          description: 'The resource.',
          schema: () => interfaceResource(type),
          example: { resourceType: type, id: '0198c0de-7a10-7000-8000-000000000003' },
          headers: versionHeaders,
        },
        { status: 304, description: 'The client has this version.', headers: versionHeaders },
      ],
    })
    async read(
      @Caller() caller: PartnerPrincipal,
      @Param('id', UuidPipe) id: string,
      @Query() query: RestQuery,
      @AnswerLanguage() language: Language,
      @Headers() headers: RestRequest['headers'],
    ): Promise<Answer> {
      assertPermitted(caller, type, 'r');
      assertVersionAcceptable(headers['accept'], release);
      return readAnswer({ release, query, headers }, await this.reader.read(type, { partnerId: caller.partnerId, language }, id));
    }
  }
  return ReadController;
}

export const readControllersOf = (release: FhirRelease): readonly Type[] => readTypes.map((type) => controllerOf(release, type));
