import { Body, operationsOf, UuidPipe, OperationsController } from '@gateway/access';
import { type BodyRules, KitOrdersService, OrdersService, type ShipmentOwner, ShipmentsService } from '@gateway/core';
import {
  type DiagnosticOrder,
  diagnosticOrderAnswer,
  toDiagnosticOrder,
  type KitOrderAnswer,
  kitOrderAnswer,
  toKitOrder,
} from '@gateway/resources';
import { Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { carrierEventBody, fulfilBody, shipBody } from './bodies';
import { canceledOrderExample, fulfilledOrderExample, shippedOrderExample } from './examples';

const Operation = operationsOf<BodyRules>('Fulfilment');

const carrierEventAnswer = () => z.strictObject({ updated: z.array(z.string()) }).meta({ id: 'CarrierEventAnswer' });

const iriOf = (owner: ShipmentOwner): string => {
  if ('orderId' in owner) return `/v1/diagnostic_orders/${owner.orderId}`;
  return 'testId' in owner ? `/v1/diagnostic_tests/${owner.testId}` : `/sck/v1/orders/${owner.kitOrderId}`;
};

@OperationsController('fulfilment/v1')
export class FulfilmentController {
  constructor(
    private readonly orders: OrdersService,
    private readonly kitOrders: KitOrdersService,
    private readonly shipments: ShipmentsService,
  ) {}

  @Post('diagnostic_orders/:id/ship')
  @Operation({
    id: 'shipDiagnosticOrder',
    summary: 'Notes that an order was handed over for transportation; on a shipped order only the tracking changes.',
    scope: 'fulfilment:write',
    problems: ['not_found'],
    target: (rules, _, id) => rules.assertAnyOrder(id),
    body: {
      schema: shipBody,
      isOptional: true,
      example: { shipmentTracking: { provider: 'OTHER', trackingCode: '00340434161094021501' } },
    },
    answers: [{ status: 200, description: 'The order.', schema: diagnosticOrderAnswer, example: shippedOrderExample }],
  })
  async ship(@Param('id', UuidPipe) id: string, @Body() body: z.output<ReturnType<typeof shipBody>>): Promise<DiagnosticOrder> {
    return toDiagnosticOrder(await this.orders.ship(id, body.shippedAt, body.shipmentTracking));
  }

  @Post('sck_orders/:id/fulfil')
  @Operation({
    id: 'fulfilKitOrder',
    summary: 'Gives every kit of an order its code and hands the order over.',
    scope: 'fulfilment:write',
    problems: ['not_found', 'conflict'],
    target: (rules, _, id) => rules.assertAnyKitOrder(id),
    body: { schema: fulfilBody, example: { kits: [{ kit: '/sck/v1/kits/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d51', kitCode: 'KIT-000123' }] } },
    answers: [{ status: 200, description: 'The order.', schema: kitOrderAnswer, example: fulfilledOrderExample }],
  })
  async fulfil(@Param('id', UuidPipe) id: string, @Body() body: z.output<ReturnType<typeof fulfilBody>>): Promise<KitOrderAnswer> {
    const kits = body.kits.map(({ kit, kitCode }) => ({ kitId: kit.toLowerCase(), kitCode }));
    return toKitOrder(await this.kitOrders.fulfil(id, { kits, shippedAt: body.shippedAt, tracking: body.shipmentTracking }));
  }

  @Post('sck_orders/:id/cancel')
  @Operation({
    id: 'cancelKitOrder',
    summary: 'Cancels an order of kits that is still new.',
    scope: 'fulfilment:write',
    problems: ['not_found', 'conflict'],
    answers: [{ status: 200, description: 'The order.', schema: kitOrderAnswer, example: canceledOrderExample }],
  })
  async cancel(@Param('id', UuidPipe) id: string): Promise<KitOrderAnswer> {
    return toKitOrder(await this.kitOrders.cancel(id));
  }

  @Post('carrier_events')
  @Operation({
    id: 'recordCarrierEvent',
    summary: 'Applies what a carrier reports to every shipment with the tracking code.',
    scope: 'fulfilment:write',
    body: {
      schema: carrierEventBody,
      example: {
        trackingCode: '00340434161094021501',
        providerStatus: { terminalStatus: true, name: 'Delivered', value: 'delivered' },
        shipmentStatus: 'delivered',
      },
    },
    answers: [
      {
        status: 200,
        description: 'The records whose shipment changed.',
        schema: carrierEventAnswer,
        example: { updated: ['/v1/diagnostic_orders/0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'] },
      },
    ],
  })
  async recordCarrierEvent(@Body() body: z.output<ReturnType<typeof carrierEventBody>>): Promise<{ updated: string[] }> {
    return { updated: (await this.shipments.applyCarrierEvent(body)).map(iriOf) };
  }
}
