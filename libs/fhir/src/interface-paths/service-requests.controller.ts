import {
  type Answer,
  AnswerLanguage,
  assertPermitted,
  Body,
  Caller,
  isStrict,
  operationsOf,
  type PartnerPrincipal,
  Query,
  OperationsController,
} from '@gateway/access';
import { type ListRequest, serviceRequestList, type ServiceRequestRow, ServiceRequestsService } from '@gateway/core';
import { type JsonObject, ServiceSettings } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Get, Headers, Param, Post, type Type } from '@nestjs/common';
import { resourceListSchema, resourceSchema } from '../descriptions/resource-schemas';
import { serviceRequestExample, writtenRequestExample } from '../descriptions/service-request-examples';
import { withInsuranceMembers } from '../dialect/insurance-members.mapper';
import { toInterfaceShape } from '../dialect/to-interface-shape.mapper';
import { validateInterfaceRequest } from '../dialect/validate-interface-request';
import { withPlacement } from '../placement/placement-extension';
import type { FhirRelease } from '../release';
import { toServiceRequestResource } from '../service-request/service-request-resource.mapper';
import { toWrittenRequest } from '../service-request/written-request.mapper';
import { fhirJson, interfaceMediaTypes } from './fhir-json';

/** ServiceRequests in the interface's shape (interface, "FHIR ServiceRequest (R4B and R5)"). */
export function serviceRequestsControllerOf(release: FhirRelease): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const path = `fhir/${release.path}/service_requests`;
  const readExample = serviceRequestExample(release.name);

  const insured = (resource: JsonObject, { healthInsurance }: ServiceRequestRow): JsonObject => {
    if (release.name === 'R4B') return resource;
    const { healthInsuranceTypeDE = null, provider = null, subscriberIdentifier = null } = healthInsurance ?? {};
    return withInsuranceMembers(resource, { type: healthInsuranceTypeDE, provider, subscriberId: subscriberIdentifier });
  };

  @OperationsController(path)
  class ServiceRequestsController {
    constructor(
      private readonly requests: ServiceRequestsService,
      private readonly settings: ServiceSettings,
    ) {}

    @Post()
    @Operation({
      id: `create${release.name}ServiceRequest`,
      summary: `Stores a ServiceRequest of ${release.name}; an active order that says everything it needs places a diagnostic order.`,
      scope: 'fhir:write',
      body: {
        schema: () => resourceSchema('ServiceRequest'),
        example: writtenRequestExample(release.name),
        consumes: interfaceMediaTypes,
      },
      produces: interfaceMediaTypes,
      answers: [
        {
          status: 201,
          description: 'The request; an extension says whether it placed an order, and what is missing.',
          schema: () => resourceSchema('ServiceRequest'),
          example: readExample,
          headers: { Location: 'Path of the request', 'X-Order-Placement': 'placed or incomplete' },
        },
      ],
    })
    async create(
      @Caller() caller: PartnerPrincipal,
      @Body() body: JsonObject,
      @AnswerLanguage() language: Language,
      @Headers('prefer') prefer?: string,
      @Headers('accept') accept?: string,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'c');
      const { baseUrl } = this.settings;
      const { resource } = validateInterfaceRequest(body, release);
      const written = toWrittenRequest(resource, release, { baseUrl });
      const { row, placement } = await this.requests.create(caller.partnerId, written, { isStrict: isStrict(prefer) });
      const created = withPlacement(toServiceRequestResource(row, release, { baseUrl, language }), placement, baseUrl, language);
      const headers = { Location: `/${path}/${row.id}`, 'X-Order-Placement': placement.state };
      return fhirJson(accept, insured(toInterfaceShape(created, release), row), headers, 201);
    }

    @Get()
    @Operation({
      id: `list${release.name}ServiceRequests`,
      summary: `Lists requests as ServiceRequests of ${release.name}, those of tests that were ordered otherwise too.`,
      scope: 'fhir:read',
      query: serviceRequestList,
      produces: interfaceMediaTypes,
      answers: [
        { status: 200, description: 'A page of requests.', schema: () => resourceListSchema('ServiceRequest'), example: [readExample] },
      ],
    })
    async list(
      @Caller() caller: PartnerPrincipal,
      @Query() request: ListRequest<ServiceRequestRow>,
      @AnswerLanguage() language: Language,
      @Headers('accept') accept?: string,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 's');
      const page = await this.requests.list(caller.partnerId, request);
      return fhirJson(
        accept,
        page.map((row) => this.toInterface(row, language)),
      );
    }

    @Get(':id')
    @Operation({
      id: `get${release.name}ServiceRequest`,
      summary: `Reads a request as ServiceRequest of ${release.name}.`,
      scope: 'fhir:read',
      problems: ['not_found'],
      produces: interfaceMediaTypes,
      answers: [{ status: 200, description: 'The request.', schema: () => resourceSchema('ServiceRequest'), example: readExample }],
    })
    async get(
      @Caller() caller: PartnerPrincipal,
      @Param('id') id: string,
      @AnswerLanguage() language: Language,
      @Headers('accept') accept?: string,
    ): Promise<Answer> {
      assertPermitted(caller, 'ServiceRequest', 'r');
      return fhirJson(accept, this.toInterface(await this.requests.get(caller.partnerId, id), language));
    }

    private toInterface(row: ServiceRequestRow, language: Language): JsonObject {
      const resource = toServiceRequestResource(row, release, { baseUrl: this.settings.baseUrl, language });
      return insured(toInterfaceShape(resource, release), row);
    }
  }
  return ServiceRequestsController;
}
