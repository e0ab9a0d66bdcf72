import { Answer, Body, Caller, type PartnerPrincipal, Query, UuidPipe, OperationsController } from '@gateway/access';
import {
  type BodyRules,
  type ListRequest,
  type NewOrder,
  orderList,
  type OrderRow,
  OrdersService,
  type TrackingInput,
} from '@gateway/core';
import type { Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { type DiagnosticOrder, diagnosticOrderAnswer, orderExample, toDiagnosticOrder } from '@gateway/resources';
import { Get, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { newDiagnosticOrder, shipmentTrackingBody } from './bodies';
import { newOrderExample, trackingExample } from './examples';
import { Operation } from './operation';

const orderOf = (rules: BodyRules, caller: { partnerId: string | null }, id: string) => rules.assertOrder(caller.partnerId ?? '', id);

@OperationsController('v1/diagnostic_orders')
export class DiagnosticOrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Post()
  @Operation({
    id: 'createDiagnosticOrder',
    summary: 'Orders diagnostic products for a patient; makes one diagnostic test for each.',
    scope: 'orders:write',
    body: { schema: newDiagnosticOrder, example: newOrderExample },
    answers: [
      {
        status: 201,
        description: 'The order.',
        schema: diagnosticOrderAnswer,
        example: orderExample,
        headers: { Location: 'IRI of the order' },
      },
    ],
  })
  async create(@Caller() caller: PartnerPrincipal, @Body() body: z.output<ReturnType<typeof newDiagnosticOrder>>): Promise<Answer> {
    const order = toDiagnosticOrder(await this.orders.place(caller.partnerId, body satisfies NewOrder));
    return Answer.created(`/v1/diagnostic_orders/${order.id}`, order);
  }

  @Get()
  @Operation({
    id: 'listDiagnosticOrders',
    summary: 'Lists diagnostic orders.',
    scope: 'orders:read',
    query: orderList,
    answers: [
      { status: 200, description: 'A page of orders.', schema: (rules) => z.array(diagnosticOrderAnswer(rules)), example: [orderExample] },
    ],
  })
  async list(@Caller() caller: PartnerPrincipal, @Query() request: ListRequest<OrderRow>): Promise<Page<DiagnosticOrder>> {
    return (await this.orders.list(caller.partnerId, request)).map(toDiagnosticOrder);
  }

  @Get(':id')
  @Operation({
    id: 'getDiagnosticOrder',
    summary: 'Reads a diagnostic order.',
    scope: 'orders:read',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The order.', schema: diagnosticOrderAnswer, example: orderExample }],
  })
  async get(@Caller() caller: PartnerPrincipal, @Param('id', UuidPipe) id: string): Promise<DiagnosticOrder> {
    return toDiagnosticOrder(await this.orders.get(caller.partnerId, id));
  }

  @Post(':id/shipment_tracking')
  @Operation({
    id: 'recordOrderShipmentTracking',
    summary: 'Creates or updates the tracking of the outbound shipment, from the fulfilment center to the customer.',
    scope: 'orders:write',
    target: orderOf,
    problems: ['not_found'],
    body: { schema: shipmentTrackingBody, example: trackingExample },
    answers: [{ status: 201, description: 'The order.', schema: diagnosticOrderAnswer, example: orderExample }],
  })
  async recordTracking(
    @Caller() caller: PartnerPrincipal,
    @Param('id', UuidPipe) id: string,
    @Body() body: TrackingInput,
  ): Promise<DiagnosticOrder> {
    return toDiagnosticOrder(await this.orders.recordTracking(caller.partnerId, id, body));
  }

  @Post(':id/gdpr-erasure')
  @Operation({
    id: 'eraseDiagnosticOrder',
    summary: 'Meant for privacy requests; not implemented yet. A body is ignored.',
    scope: 'gdpr:erase',
    problems: ['not_found', 'malformed', 'unprocessable', 'not_implemented'],
    answers: [{ status: 501, description: 'Not implemented.' }],
  })
  async erase(@Caller() caller: PartnerPrincipal, @Param('id', UuidPipe) id: string): Promise<never> {
    await this.orders.get(caller.partnerId, id);
    throw new AppError('erasure_not_implemented');
  }
}
