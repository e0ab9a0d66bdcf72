import { type Answer, operationsOf, Query, OperationsController } from '@gateway/access';
import { Clock, type JsonObject, ServiceSettings } from '@gateway/kernel';
import { Get, Headers, type Type } from '@nestjs/common';
import { resourceSchema } from '../descriptions/resource-schemas';
import { capabilityExample } from '../descriptions/rest-examples';
import type { FhirRelease } from '../release';
import { searchStatementOf } from '../search/search-statement.mapper';
import { toCapabilityStatement, toVersions } from './capability-statement.mapper';
import { marksOf } from './interaction';
import { restMediaTypes } from './media-types';
import { plainAnswer, type RestRequest, restRequest } from './rest-answers';
import { type RestQuery, restQuery } from './rest-query';

/** What the server can do, for everyone (https://hl7.org/fhir/R5/http.html#capabilities). */
export function metadataControllerOf(release: FhirRelease, controllers: readonly Type[]): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const shared = { query: restQuery, produces: restMediaTypes } as const;

  @OperationsController(`fhir/${release.path}`)
  class MetadataController {
    private readonly statement: JsonObject;

    constructor(settings: ServiceSettings, clock: Clock) {
      const { baseUrl, corsOrigins = [] } = settings;
      this.statement = toCapabilityStatement({
        release,
        baseUrl,
        date: clock.now().toISOString().slice(0, 10),
        marks: marksOf(controllers),
        searchOf: (type) => searchStatementOf(release, type),
        hasCors: corsOrigins.length > 0,
      });
    }

    @Get('metadata')
    @Operation({
      ...shared,
      id: `get${release.name}CapabilityStatement`,
      summary: `Says what the server can do in ${release.name}.`,
      answers: [
        {
          status: 200,
          description: 'The CapabilityStatement.',
          schema: () => resourceSchema('CapabilityStatement'),
          example: capabilityExample(release),
        },
      ],
    })
    metadata(@Query() query: RestQuery, @Headers() headers: RestRequest['headers']): Answer {
      return plainAnswer(restRequest(release, query, headers), this.statement);
    }

    @Get('$versions')
    @Operation({
      ...shared,
      id: `get${release.name}Versions`,
      summary: 'Names the release of FHIR at this address.',
      answers: [
        {
          status: 200,
          description: 'Parameters with the versions.',
          schema: () => resourceSchema('Parameters'),
          example: toVersions(release),
        },
      ],
    })
    versions(@Query() query: RestQuery, @Headers() headers: RestRequest['headers']): Answer {
      return plainAnswer(restRequest(release, query, headers), toVersions(release));
    }
  }
  return MetadataController;
}
