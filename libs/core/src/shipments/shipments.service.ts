import { Clock, Database, Identifiers } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { CarrierCatalogue } from './carriers';
import { handedOverStatuses, type ProviderStatus, Shipment, type ShipmentStatus } from './shipment.entity';
import { applyTracking, type TrackingInput } from './tracking';

/** What a shipment goes with: exactly one of them. */
export type ShipmentOwner = { readonly orderId: string } | { readonly testId: string } | { readonly kitOrderId: string };

/** What a carrier reports of every shipment with a tracking code. */
export interface CarrierEvent {
  readonly trackingCode: string;
  readonly providerStatus: Omit<ProviderStatus, 'terminalStatus'> & { readonly terminalStatus?: boolean | undefined };
  readonly shipmentStatus?: ShipmentStatus | undefined;
}

const ownerOf = ({ orderId, testId, kitOrderId }: Shipment): ShipmentOwner => {
  if (orderId !== null) return { orderId };
  return testId === null ? { kitOrderId: kitOrderId! } : { testId };
};

@Injectable()
export class ShipmentsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly carriers: CarrierCatalogue,
  ) {}

  /**
   * Creates or updates the one tracking of an order or a test. The caller's transaction has locked the owner, so that
   * parallel calls follow each other; the shipment is locked against what its carrier reports meanwhile.
   */
  async record(partnerId: string, owner: ShipmentOwner, input: TrackingInput): Promise<void> {
    const { manager } = this.database;
    const before = await manager.findOne(Shipment, { where: { partnerId, ...owner }, lock: { mode: 'pessimistic_write' } });
    const now = this.clock.now();
    const state = applyTracking(input, before, this.carriers);
    if (before === null) {
      await manager.insert(Shipment, {
        partnerId,
        id: this.identifiers.next(),
        orderId: null,
        testId: null,
        kitOrderId: null,
        ...owner,
        ...state,
        providerStatus: null,
        createdAt: now,
        updatedAt: now,
      });
    } else {
      await manager.update(Shipment, { partnerId, id: before.id }, { ...state, updatedAt: now });
    }
    if ('orderId' in owner) await this.markShipped(partnerId, owner.orderId, state.shipmentStatus);
  }

  /** Applies a carrier's report to every shipment with its tracking code, and tells which records they go with. */
  async applyCarrierEvent(event: CarrierEvent): Promise<ShipmentOwner[]> {
    return this.database.transaction(async () => {
      await this.lockOrdersOf(event.trackingCode);
      const shipments = await this.database.manager.find(Shipment, {
        where: { trackingCode: event.trackingCode },
        order: { partnerId: 'ASC', id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      for (const shipment of shipments) await this.applyTo(shipment, event);
      return shipments.map(ownerOf);
    });
  }

  /**
   * Orders are locked before their shipments everywhere, so that nobody waits in a circle. A shipment that gets the code just after
   * this can still do that; the database then ends one of the two, which is told to retry.
   */
  private async lockOrdersOf(trackingCode: string): Promise<void> {
    await this.database.query(
      `SELECT FROM diagnostic_orders
        WHERE (partner_id, id) IN (SELECT s.partner_id, s.order_id FROM shipments s WHERE s.tracking_code = $1)
        ORDER BY partner_id, id FOR UPDATE`,
      [trackingCode],
    );
  }

  private async applyTo({ partnerId, id, provider, orderId, shipmentStatus: before }: Shipment, event: CarrierEvent): Promise<void> {
    const { name, value, terminalStatus = this.carriers.isTerminal(provider, value) } = event.providerStatus;
    const shipmentStatus = event.shipmentStatus ?? before;
    await this.database.manager.update(
      Shipment,
      { partnerId, id },
      { providerStatus: { terminalStatus, name, value }, shipmentStatus, updatedAt: this.clock.now() },
    );
    if (orderId !== null) await this.markShipped(partnerId, orderId, shipmentStatus);
  }

  /** The first status that says "handed over" sets the order's shippedAt. */
  private async markShipped(partnerId: string, orderId: string, status: ShipmentStatus | null): Promise<void> {
    if (status === null || !handedOverStatuses.includes(status)) return;
    await this.database.query(`UPDATE diagnostic_orders SET shipped_at = $3 WHERE partner_id = $1 AND id = $2 AND shipped_at IS NULL`, [
      partnerId,
      orderId,
      this.clock.now(),
    ]);
  }
}
