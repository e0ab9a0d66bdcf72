import { Answer, Body, Caller, type PartnerPrincipal, Query, UuidPipe, OperationsController } from '@gateway/access';
import { kitOrderList, type KitOrderRow, KitOrdersService, type ListRequest, type NewKitOrder } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import { type KitOrderAnswer, kitOrderAnswer, kitOrderExample, toKitOrder } from '@gateway/resources';
import { Get, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { newKitOrder } from './bodies';
import { newKitOrderExample } from './examples';
import { Operation } from './operation';

@OperationsController('sck/v1/orders')
export class KitOrdersController {
  constructor(private readonly orders: KitOrdersService) {}

  @Post()
  @Operation({
    id: 'createKitOrder',
    summary: 'Orders specimen collection kits for a contact; makes one kit for each product.',
    scope: 'sck:write',
    body: { schema: newKitOrder, example: newKitOrderExample },
    answers: [
      {
        status: 201,
        description: 'The order.',
        schema: kitOrderAnswer,
        example: kitOrderExample,
        headers: { Location: 'IRI of the order' },
      },
    ],
  })
  async create(@Caller() caller: PartnerPrincipal, @Body() body: z.output<ReturnType<typeof newKitOrder>>): Promise<Answer> {
    const order = toKitOrder(await this.orders.place(caller.partnerId, body satisfies NewKitOrder));
    return Answer.created(`/sck/v1/orders/${order.id}`, order);
  }

  @Get()
  @Operation({
    id: 'listKitOrders',
    summary: 'Lists orders of specimen collection kits.',
    scope: 'sck:read',
    query: kitOrderList,
    answers: [
      { status: 200, description: 'A page of orders.', schema: (rules) => z.array(kitOrderAnswer(rules)), example: [kitOrderExample] },
    ],
  })
  async list(@Caller() caller: PartnerPrincipal, @Query() request: ListRequest<KitOrderRow>): Promise<Page<KitOrderAnswer>> {
    return (await this.orders.list(caller.partnerId, request)).map(toKitOrder);
  }

  @Get(':id')
  @Operation({
    id: 'getKitOrder',
    summary: 'Reads an order of specimen collection kits.',
    scope: 'sck:read',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The order.', schema: kitOrderAnswer, example: kitOrderExample }],
  })
  async get(@Caller() caller: PartnerPrincipal, @Param('id', UuidPipe) id: string): Promise<KitOrderAnswer> {
    return toKitOrder(await this.orders.get(caller.partnerId, id));
  }
}
