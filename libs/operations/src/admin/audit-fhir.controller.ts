import { Answer, jsonMediaType, operationsOf, Query, UuidPipe, OperationsController } from '@gateway/access';
import { AuditEventsService, type AuditEventRow } from '@gateway/audit';
import { type PagePosition, ServiceSettings } from '@gateway/kernel';
import { Get, Param, type Type } from '@nestjs/common';
import { z } from 'zod';
import { toAuditBundle } from './audit-bundle.mapper';
import { auditSearch, type AuditSearch } from './audit-fhir-query';
import { toR4bAuditEvent } from './audit-r4b.mapper';
import { toR5AuditEvent } from './audit-r5.mapper';
import { auditRowExample } from './audit-examples';

const Operation = operationsOf<never>('Administration');

interface AuditRelease {
  readonly name: 'R4B' | 'R5';
  readonly path: 'r4b' | 'r5';
  readonly fhirVersion: '4.3' | '5.0';
  readonly toAuditEvent: (row: AuditEventRow, baseUrl: string) => object;
}

const releases: readonly AuditRelease[] = [
  { name: 'R4B', path: 'r4b', fhirVersion: '4.3', toAuditEvent: toR4bAuditEvent },
  { name: 'R5', path: 'r5', fhirVersion: '5.0', toAuditEvent: toR5AuditEvent },
];

const fhirMediaType = 'application/fhir+json';

const cursorOf = (position: PagePosition | undefined): string | undefined =>
  position !== undefined && 'cursor' in position ? position.cursor : undefined;

/** What was recorded, as FHIR AuditEvents of one release. */
function controllerOf({ name, path, fhirVersion, toAuditEvent }: AuditRelease): Type {
  const produces = [fhirMediaType, jsonMediaType];
  const headers = { 'Content-Type': `${fhirMediaType}; fhirVersion=${fhirVersion}; charset=utf-8` };
  const example = toAuditEvent(auditRowExample, 'https://gateway.example');
  const schema = () => z.looseObject({ resourceType: z.string() });

  @OperationsController(`admin/v1/fhir/${path}/AuditEvent`)
  class AuditEventController {
    constructor(
      private readonly events: AuditEventsService,
      private readonly settings: ServiceSettings,
    ) {}

    @Get()
    @Operation({
      id: `search${name}AuditEvent`,
      summary: `Searches what was recorded, the newest first, as AuditEvents of ${name}.`,
      scope: 'admin',
      query: auditSearch,
      produces,
      answers: [
        {
          status: 200,
          description: 'A Bundle of AuditEvents.',
          schema,
          example: toAuditBundle(
            { resources: [example], previous: undefined, next: undefined },
            `https://gateway.example/admin/v1/fhir/${path}/AuditEvent`,
            [],
          ),
        },
      ],
    })
    async search(@Query() { request, pairs }: AuditSearch): Promise<Answer> {
      const { baseUrl } = this.settings;
      const { items, positions } = await this.events.list(request);
      const page = {
        resources: items.map((row) => toAuditEvent(row, baseUrl)),
        previous: cursorOf(positions.prev),
        next: cursorOf(positions.next),
      };
      return new Answer(200, toAuditBundle(page, `${baseUrl}/admin/v1/fhir/${path}/AuditEvent`, pairs), headers);
    }

    @Get(':id')
    @Operation({
      id: `read${name}AuditEvent`,
      summary: `Reads what was recorded once, as AuditEvent of ${name}.`,
      scope: 'admin',
      problems: ['not_found'],
      produces,
      answers: [{ status: 200, description: 'The AuditEvent.', schema, example }],
    })
    async read(@Param('id', UuidPipe) id: string): Promise<Answer> {
      return new Answer(200, toAuditEvent(await this.events.get(id), this.settings.baseUrl), headers);
    }
  }
  return AuditEventController;
}

export const auditFhirControllers: Type[] = releases.map(controllerOf);
