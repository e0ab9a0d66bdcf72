import { Caller, type PartnerPrincipal, Query, UuidPipe, OperationsController } from '@gateway/access';
import { kitList, type KitRow, KitsService, type ListRequest } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import { type KitAnswer, kitAnswer, toKit } from '@gateway/resources';
import { Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { kitExample } from './examples';
import { Operation } from './operation';

@OperationsController('sck/v1/kits')
export class KitsController {
  constructor(private readonly kits: KitsService) {}

  @Get()
  @Operation({
    id: 'listKits',
    summary: 'Lists specimen collection kits.',
    scope: 'sck:read',
    query: kitList,
    answers: [{ status: 200, description: 'A page of kits.', schema: () => z.array(kitAnswer()), example: [kitExample] }],
  })
  async list(@Caller() caller: PartnerPrincipal, @Query() request: ListRequest<KitRow>): Promise<Page<KitAnswer>> {
    return (await this.kits.list(caller.partnerId, request)).map(toKit);
  }

  @Get(':id')
  @Operation({
    id: 'getKit',
    summary: 'Reads a specimen collection kit.',
    scope: 'sck:read',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The kit.', schema: kitAnswer, example: kitExample }],
  })
  async get(@Caller() caller: PartnerPrincipal, @Param('id', UuidPipe) id: string): Promise<KitAnswer> {
    return toKit(await this.kits.get(caller.partnerId, id));
  }
}
