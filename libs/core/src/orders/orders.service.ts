import { Clock, Database, Identifiers, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { RequestJournal } from '../service-requests/request-journal';
import { ShipmentsService } from '../shipments/shipments.service';
import type { TrackingInput } from '../shipments/tracking';
import { DiagnosticTest } from '../tests/diagnostic-test.entity';
import type { PatientInput } from '../tests/patient';
import { type AddressInput, toAddress } from './address';
import { DiagnosticOrder } from './diagnostic-order.entity';
import type { Metadata } from './metadata';
import { orderList, type OrderRow, selectOrders } from './orders.queries';
import { Requisitions } from './requisitions';

export interface NewOrder {
  /** One test is made for each, in this order. */
  readonly productIds: readonly string[];
  readonly patient: PatientInput;
  readonly shippingAddress: AddressInput;
  readonly metadata: Metadata | null;
}

/** One test for a patient, as a request of an EHR orders it. */
export interface NewTest extends Pick<NewOrder, 'patient' | 'shippingAddress'> {
  readonly productId: string;
}

type Place = Pick<DiagnosticTest, 'partnerId' | 'orderId' | 'productId' | 'position' | 'createdAt'>;

@Injectable()
export class OrdersService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly shipments: ShipmentsService,
    private readonly requisitions: Requisitions,
    private readonly journal: RequestJournal,
  ) {}

  place(partnerId: string, order: NewOrder): Promise<OrderRow> {
    return this.database.transaction(async () => {
      const createdAt = this.clock.now();
      const orderId = await this.insertOrder(partnerId, order, createdAt);
      const tests = order.productIds.map((productId, position) =>
        this.newTest({ partnerId, orderId, productId, position, createdAt }, order.patient),
      );
      await this.database.insertAll(DiagnosticTest, tests);
      const testIds = tests.map((test) => test.id);
      await this.journal.open(partnerId, testIds, order.patient.healthInsuranceDetails ?? null);
      return this.get(partnerId, orderId);
    });
  }

  /**
   * Orders one test whose request the caller keeps. Tests with the same requisition join one order until it is shipped; its address
   * is the first one's.
   */
  placeTest(partnerId: string, test: NewTest, requisitionKey: Buffer | null): Promise<{ orderId: string; testId: string }> {
    return this.database.transaction(async () => {
      const createdAt = this.clock.now();
      const makeOrder = () => this.insertOrder(partnerId, { ...test, metadata: null }, createdAt);
      const orderId = requisitionKey === null ? await makeOrder() : await this.requisitions.orderFor(partnerId, requisitionKey, makeOrder);
      const [last] = await this.database.query<{ position: number }>(
        'SELECT coalesce(max(position), -1) AS position FROM diagnostic_tests WHERE partner_id = $1 AND order_id = $2',
        [partnerId, orderId],
      );
      const place: Place = { partnerId, orderId, productId: test.productId, position: last!.position + 1, createdAt };
      const row = this.newTest(place, test.patient);
      await this.database.insertAll(DiagnosticTest, [row]);
      return { orderId, testId: row.id };
    });
  }

  private async insertOrder(
    partnerId: string,
    { shippingAddress, metadata }: Pick<NewOrder, 'shippingAddress' | 'metadata'>,
    createdAt: Date,
  ): Promise<string> {
    const id = this.identifiers.next();
    const address = toAddress(shippingAddress, () => this.identifiers.next());
    await this.database.insertAll(DiagnosticOrder, [{ partnerId, id, shippingAddress: address, metadata, shippedAt: null, createdAt }]);
    return id;
  }

  private newTest(place: Place, patient: PatientInput): DiagnosticTest {
    return {
      ...place,
      id: this.identifiers.next(),
      patientEmail: patient.email,
      patientFirstName: patient.firstName,
      patientLastName: patient.lastName,
      patientGender: patient.gender,
      patientDateOfBirth: patient.dateOfBirth ?? null,
      patientHealthInsurance: patient.healthInsuranceDetails ?? null,
      activatedAt: null,
      labIntakeAt: null,
      patientUpdatedAt: place.createdAt,
      canceledAt: null,
    };
  }

  async get(partnerId: string, id: string): Promise<OrderRow> {
    const source = '(SELECT * FROM diagnostic_orders WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<OrderRow>(selectOrders(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  list(partnerId: string, request: ListRequest<OrderRow>): Promise<Page<OrderRow>> {
    return runList(this.database, orderList, request, selectOrders, partnerId);
  }

  /** Creates or updates the tracking of the outbound shipment. */
  recordTracking(partnerId: string, id: string, tracking: TrackingInput): Promise<OrderRow> {
    return this.database.transaction(async () => {
      await this.lock(partnerId, id);
      await this.shipments.record(partnerId, { orderId: id }, tracking);
      return this.get(partnerId, id);
    });
  }

  /**
   * Notes that the order was handed over; on a shipped order only the tracking changes. Any partner's order, by its id.
   * @throws AppError when all its tests are canceled
   */
  ship(id: string, shippedAt: Date | undefined, tracking: TrackingInput | undefined): Promise<OrderRow> {
    return this.database.transaction(async () => {
      const partnerId = await this.partnerOf(id);
      await this.lock(partnerId, id);
      await this.assertAwaited(partnerId, id);
      await this.database.query('UPDATE diagnostic_orders SET shipped_at = $3 WHERE partner_id = $1 AND id = $2 AND shipped_at IS NULL', [
        partnerId,
        id,
        shippedAt ?? this.clock.now(),
      ]);
      if (tracking !== undefined) await this.shipments.record(partnerId, { orderId: id }, tracking);
      return this.get(partnerId, id);
    });
  }

  /** Whose order it is. @throws AppError when there is none */
  async partnerOf(id: string): Promise<string> {
    const order = await this.database.manager.findOne(DiagnosticOrder, { select: { partnerId: true, id: true }, where: { id } });
    if (order === null) throw AppError.recordNotFound();
    return order.partnerId;
  }

  private async lock(partnerId: string, id: string): Promise<void> {
    const found = await this.database.query('SELECT FROM diagnostic_orders WHERE partner_id = $1 AND id = $2 FOR UPDATE', [partnerId, id]);
    if (found.length === 0) throw AppError.recordNotFound();
  }

  /** A statement of its own, after the lock, which cancellations take too: after the wait it sees what was canceled meanwhile. */
  private async assertAwaited(partnerId: string, id: string): Promise<void> {
    const canceled = await this.database.query(
      `SELECT FROM diagnostic_orders o WHERE o.partner_id = $1 AND o.id = $2 AND o.shipped_at IS NULL AND NOT EXISTS
         (SELECT FROM diagnostic_tests t WHERE t.partner_id = o.partner_id AND t.order_id = o.id AND t.canceled_at IS NULL)`,
      [partnerId, id],
    );
    if (canceled.length > 0) throw new AppError('order_canceled');
  }
}
