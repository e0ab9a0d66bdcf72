import { type ActivationInput, CarrierCatalogue, LaboratoryService, OrdersService, ShipmentsService, TestsService } from '@gateway/core';
import { Clock } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import type { DemoOrder, DemoParcel, DemoReport } from './orders';

/** The laboratory that delivers the demo results. */
export const demoLaboratory = 'demo';

export interface ToldOrder {
  readonly orderId: string;
  /** The test that went through all of the steps. */
  readonly testId: string;
}

/** Takes an order through its steps, as partner, carriers, fulfilment and laboratory would. */
@Injectable()
export class OrderStory {
  constructor(
    private readonly clock: Clock,
    private readonly carriers: CarrierCatalogue,
    private readonly orders: OrdersService,
    private readonly tests: TestsService,
    private readonly shipments: ShipmentsService,
    private readonly laboratory: LaboratoryService,
  ) {}

  async tell(partnerId: string, order: DemoOrder, productIds: readonly string[]): Promise<ToldOrder> {
    const { person, metadata = null } = order;
    const placed = await this.orders.place(partnerId, { productIds, patient: person.patient, shippingAddress: person.address, metadata });
    const ids: ToldOrder = { orderId: placed.id, testId: placed.testIds[0]! };
    if (order.outbound !== undefined) await this.ship(ids.orderId, order.outbound);
    if (order.specimenCode !== undefined) await this.tests.activate(partnerId, ids.testId, this.activation(order, order.specimenCode));
    if (order.inbound !== undefined) await this.sendBack(partnerId, ids.testId, order.inbound);
    if (order.isInLaboratory === true && order.specimenCode !== undefined) await this.laboratory.takeIn(order.specimenCode, undefined);
    for (const report of order.reports ?? []) await this.deliver(ids.testId, report);
    return ids;
  }

  private async ship(orderId: string, { trackingCode, shipmentStatus, reported }: DemoParcel): Promise<void> {
    await this.orders.ship(orderId, undefined, { provider: this.carrier(0), trackingCode, shipmentStatus });
    if (reported !== undefined) await this.shipments.applyCarrierEvent({ trackingCode, providerStatus: reported, shipmentStatus });
  }

  private async sendBack(partnerId: string, testId: string, { trackingCode, shipmentStatus, reported }: DemoParcel): Promise<void> {
    await this.tests.recordTracking(partnerId, testId, { provider: this.carrier(1), trackingCode, shipmentStatus });
    if (reported !== undefined) await this.shipments.applyCarrierEvent({ trackingCode, providerStatus: reported, shipmentStatus });
  }

  private activation({ person }: DemoOrder, specimenCode: string): ActivationInput {
    const collectionDate = this.clock.now().toISOString().slice(0, 10);
    const { gender, dateOfBirth } = person.patient;
    return {
      id: undefined,
      specimenCode,
      collectionDate,
      collectionTime: '07:45:00',
      menstrualPhaseAtCollection: null,
      gender,
      dateOfBirth,
      healthInsuranceDetails: undefined,
    };
  }

  private async deliver(testId: string, { observations, labNotes, documents = [] }: DemoReport): Promise<void> {
    await this.laboratory.deliver(demoLaboratory, {
      test: { testId },
      externalId: null,
      labNotes: labNotes ?? null,
      observations,
      documents,
    });
  }

  /** A carrier of the catalogue in force. */
  private carrier(index: number): string {
    return this.carriers.names[index] ?? 'OTHER';
  }
}
