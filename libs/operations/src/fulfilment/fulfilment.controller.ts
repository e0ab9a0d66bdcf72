import { Body, operationsOf, UuidPipe } from '@gateway/access';
import { type BodyRules, OrdersService, type ShipmentOwner, ShipmentsService } from '@gateway/core';
import { type DiagnosticOrder, diagnosticOrderAnswer, toDiagnosticOrder } from '@gateway/resources';
import { Controller, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { carrierEventBody, shipBody } from './bodies';

const Operation = operationsOf<BodyRules>('Fulfilment');

const carrierEventAnswer = () => z.strictObject({ updated: z.array(z.string()) }).meta({ id: 'CarrierEventAnswer' });

const iriOf = (owner: ShipmentOwner): string =>
  'orderId' in owner ? `/v1/diagnostic_orders/${owner.orderId}` : `/v1/diagnostic_tests/${owner.testId}`;

@Controller('fulfilment/v1')
export class FulfilmentController {
  constructor(
    private readonly orders: OrdersService,
    private readonly shipments: ShipmentsService,
  ) {}

  @Post('diagnostic_orders/:id/ship')
  @Operation({
    id: 'shipDiagnosticOrder',
    summary: 'Notes that an order was handed over for transportation; on a shipped order only the tracking changes.',
    scope: 'fulfilment:write',
    problems: ['not_found'],
    target: (rules, _, id) => rules.assertAnyOrder(id),
    body: { schema: shipBody, example: { shipmentTracking: { provider: 'OTHER', trackingCode: '00340434161094021501' } } },
    answers: [{ status: 200, description: 'The order.', schema: diagnosticOrderAnswer }],
  })
  async ship(@Param('id', UuidPipe) id: string, @Body() body: z.output<ReturnType<typeof shipBody>>): Promise<DiagnosticOrder> {
    return toDiagnosticOrder(await this.orders.ship(id, body.shippedAt, body.shipmentTracking));
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
