import { Caller, type PartnerPrincipal, Query, UuidPipe, OperationsController } from '@gateway/access';
import { type ListRequest, observationList, type ObservationRow, ObservationsService } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import { type Observation, observationAnswer, observationExample, toObservation } from '@gateway/resources';
import { Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { Operation } from './operation';

@OperationsController('v1/observations')
export class ObservationsController {
  constructor(private readonly observations: ObservationsService) {}

  @Get()
  @Operation({
    id: 'listObservations',
    summary: 'Lists laboratory values.',
    scope: 'results:read',
    query: observationList,
    answers: [
      { status: 200, description: 'A page of observations.', schema: () => z.array(observationAnswer()), example: [observationExample] },
    ],
  })
  async list(@Caller() caller: PartnerPrincipal, @Query() request: ListRequest<ObservationRow>): Promise<Page<Observation>> {
    return (await this.observations.list(caller.partnerId, request)).map(toObservation);
  }

  @Get(':id')
  @Operation({
    id: 'getObservation',
    summary: 'Reads a laboratory value.',
    scope: 'results:read',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The observation.', schema: observationAnswer, example: observationExample }],
  })
  async get(@Caller() caller: PartnerPrincipal, @Param('id', UuidPipe) id: string): Promise<Observation> {
    return toObservation(await this.observations.get(caller.partnerId, id));
  }
}
