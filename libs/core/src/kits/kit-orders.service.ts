import { Clock, Database, Identifiers, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { type AddressInput, toAddress } from '../orders/address';
import type { Metadata } from '../orders/metadata';
import { ShipmentsService } from '../shipments/shipments.service';
import type { TrackingInput } from '../shipments/tracking';
import type { Contact } from './contact';
import { assignmentFaults, codeInUse, type KitAssignment } from './kit-assignment';
import { KitOrder } from './kit-order.entity';
import { kitOrderList, type KitOrderRow, selectKitOrders } from './kit-orders.queries';
import { Kit } from './kit.entity';

export interface NewKitOrder {
  /** One kit is made for each, in this order. */
  readonly productIds: readonly string[];
  readonly contact: Contact;
  readonly shippingAddress: AddressInput;
  readonly metadata: Metadata | null;
}

export interface Fulfilment {
  readonly kits: readonly KitAssignment[];
  readonly shippedAt: Date | undefined;
  readonly tracking: TrackingInput | undefined;
}

@Injectable()
export class KitOrdersService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly shipments: ShipmentsService,
  ) {}

  place(partnerId: string, order: NewKitOrder): Promise<KitOrderRow> {
    return this.database.transaction(async () => {
      const id = this.identifiers.next();
      const createdAt = this.clock.now();
      await this.database.manager.insert(KitOrder, {
        partnerId,
        id,
        contact: order.contact,
        shippingAddress: toAddress(order.shippingAddress, () => this.identifiers.next()),
        metadata: order.metadata,
        status: 'new',
        shippedAt: null,
        createdAt,
      });
      const kits = order.productIds.map((productId, position): Kit => ({
        partnerId,
        id: this.identifiers.next(),
        orderId: id,
        productId,
        position,
        kitCode: null,
        createdAt,
      }));
      await this.database.insertAll(Kit, kits);
      return this.get(partnerId, id);
    });
  }

  async get(partnerId: string, id: string): Promise<KitOrderRow> {
    const source = '(SELECT * FROM kit_orders WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<KitOrderRow>(selectKitOrders(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  list(partnerId: string, request: ListRequest<KitOrderRow>): Promise<Page<KitOrderRow>> {
    return runList(this.database, kitOrderList, request, selectKitOrders, partnerId);
  }

  /** Assigns a code to every kit and hands the order over. Any partner's order, by its id. */
  fulfil(id: string, { kits, shippedAt, tracking }: Fulfilment): Promise<KitOrderRow> {
    return this.database.transaction(async () => {
      const { partnerId } = await this.lockNew(id);
      await this.assign(partnerId, id, kits);
      await this.database.manager.update(KitOrder, { partnerId, id }, { status: 'fulfilled', shippedAt: shippedAt ?? this.clock.now() });
      if (tracking !== undefined) await this.shipments.record(partnerId, { kitOrderId: id }, tracking);
      return this.get(partnerId, id);
    });
  }

  /** Any partner's order, by its id. */
  cancel(id: string): Promise<KitOrderRow> {
    return this.database.transaction(async () => {
      const { partnerId } = await this.lockNew(id);
      await this.database.manager.update(KitOrder, { partnerId, id }, { status: 'canceled' });
      return this.get(partnerId, id);
    });
  }

  /** @throws AppError when no partner has such an order */
  async assertAny(id: string): Promise<void> {
    const found = await this.database.manager.existsBy(KitOrder, { id });
    if (!found) throw AppError.recordNotFound();
  }

  /** @throws AppError when there is no such order, or when its status is final */
  private async lockNew(id: string): Promise<KitOrder> {
    const order = await this.database.manager.findOne(KitOrder, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (order === null) throw AppError.recordNotFound();
    if (order.status !== 'new') throw new AppError('transition_impossible', { parameters: { status: order.status } });
    return order;
  }

  private async assign(partnerId: string, orderId: string, assignments: readonly KitAssignment[]): Promise<void> {
    const kits = await this.database.manager.find(Kit, { select: { partnerId: true, id: true }, where: { partnerId, orderId } });
    const faults = assignmentFaults(
      assignments,
      kits.map((kit) => kit.id),
    );
    if (faults.length > 0) throw AppError.violations(...faults);
    const claimed = await this.claimCodes(partnerId, assignments);
    const taken = assignments.flatMap(({ kitCode }, index) => (claimed.has(kitCode) ? [] : [codeInUse(index)]));
    if (taken.length > 0) throw AppError.violations(...taken);
    await this.database.query(
      `UPDATE kits SET kit_code = assigned.code FROM unnest($2::uuid[], $3::text[]) AS assigned (kit, code)
        WHERE kits.partner_id = $1 AND kits.id = assigned.kit`,
      [partnerId, assignments.map(({ kitId }) => kitId), assignments.map(({ kitCode }) => kitCode)],
    );
  }

  /** The codes that were free; in a fixed order, so that parallel claims wait for each other instead of deadlocking. */
  private async claimCodes(partnerId: string, assignments: readonly KitAssignment[]): Promise<ReadonlySet<string>> {
    const ordered = [...assignments].sort((a, b) => (a.kitCode < b.kitCode ? -1 : 1));
    const rows = await this.database.query<{ kitCode: string }>(
      `INSERT INTO kit_codes (kit_code, partner_id, kit_id)
       SELECT code, $1, kit FROM unnest($2::text[], $3::uuid[]) AS claimed (code, kit)
       ON CONFLICT (kit_code) DO NOTHING RETURNING kit_code AS "kitCode"`,
      [partnerId, ordered.map(({ kitCode }) => kitCode), ordered.map(({ kitId }) => kitId)],
    );
    return new Set(rows.map((row) => row.kitCode));
  }
}
