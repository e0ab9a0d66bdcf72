import { Clock, Database } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { DiagnosticTest } from '../tests/diagnostic-test.entity';
import { incompleteOrder } from './placement';
import { RequestJournal } from './request-journal';
import type { RequestStatus } from './request-status';
import { type ServiceRequestRow } from './service-requests.queries';
import {
  type PlacedTest,
  ServiceRequestsService,
  type WriteOptions,
  type WriteOutcome,
  type WrittenRequest,
} from './service-requests.service';

export interface UpdateOptions extends WriteOptions {
  /** The version that the client has seen; undefined where it does not say. */
  readonly ifVersion: number | undefined;
}

/** The test of a request, as far as a change of the request has to look at it. */
interface RequestedTest extends PlacedTest {
  readonly productId: string;
  readonly isShipped: boolean;
  readonly isCanceled: boolean;
}

interface LockedRequest {
  readonly current: ServiceRequestRow;
  /** Undefined while no order is placed. */
  readonly test: RequestedTest | undefined;
}

/** Changes that EHRs make to requests. */
@Injectable()
export class RequestUpdatesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly requests: ServiceRequestsService,
    private readonly journal: RequestJournal,
  ) {}

  /**
   * Replaces what the request says. A request that becomes complete places its order; one that is revoked cancels its test while
   * nothing is shipped. @throws AppError when the version is not the current one, or the change is not possible any more
   */
  update(partnerId: string, id: string, request: WrittenRequest, options: UpdateOptions): Promise<WriteOutcome> {
    return this.modify(partnerId, id, options, () => request);
  }

  /** The same with what `change` makes of the request as it is; nobody changes it meanwhile. */
  modify(
    partnerId: string,
    id: string,
    { ifVersion, isStrict }: UpdateOptions,
    change: (current: ServiceRequestRow) => WrittenRequest,
  ): Promise<WriteOutcome> {
    return this.database.transaction(async () => {
      const { current, test } = await this.lock(partnerId, id);
      if (ifVersion !== undefined && ifVersion !== current.version) {
        throw new AppError('version_outdated', { parameters: { version: current.version } });
      }
      const request = change(current);
      const { status, placement } =
        test === undefined ? await this.placeLate(partnerId, id, request, isStrict) : await this.changePlaced(partnerId, test, request);
      const { content, release, echo } = request;
      const healthInsurance = request.healthInsurance ?? current.healthInsurance;
      await this.journal.change(partnerId, id, current, { status, content, healthInsurance, release, echo });
      return { row: await this.requests.get(partnerId, id), placement };
    });
  }

  /** Locks the test before the request, as everything does that happens to a test: otherwise each could wait for the other. */
  private async lock(partnerId: string, id: string): Promise<LockedRequest> {
    const { testId } = await this.requests.get(partnerId, id);
    const known = testId === null ? undefined : await this.lockTest(partnerId, testId);
    const current = await this.requests.lock(partnerId, id);
    if (known !== undefined || current.testId === null) return { current, test: known };
    // Its order was placed between the two looks at it.
    return { current, test: await this.lockTest(partnerId, current.testId) };
  }

  private async placeLate(partnerId: string, id: string, request: WrittenRequest, isStrict: boolean) {
    const { placed, gaps } = await this.requests.place(partnerId, request.wish);
    if (placed === undefined && isStrict && request.wish.isUnasked.length === 0) throw incompleteOrder(gaps);
    if (placed !== undefined) await this.journal.attach(partnerId, id, placed);
    const state: WriteOutcome['placement']['state'] = placed === undefined ? 'incomplete' : 'placed';
    return { status: request.status, placement: { state, gaps } };
  }

  private async changePlaced(partnerId: string, test: RequestedTest, request: WrittenRequest) {
    await this.assertSameProduct(test, request);
    await this.followStatus(partnerId, test, request.status);
    const isCompleted = request.status === 'active' && (await this.hasResult(partnerId, test));
    const status: RequestStatus = isCompleted ? 'completed' : request.status;
    return { status, placement: { state: 'placed' as const, gaps: [] } };
  }

  private async assertSameProduct(test: RequestedTest, { wish }: WrittenRequest): Promise<void> {
    const product = await this.requests.findProduct(wish);
    if ('id' in product && product.id !== test.productId) throw new AppError('request_product_fixed');
  }

  /** A revoked request cancels its test, and one that is active again takes that back. */
  private async followStatus(partnerId: string, { testId: id, ...test }: RequestedTest, status: RequestStatus): Promise<void> {
    const isRevoked = status === 'revoked';
    if (isRevoked === test.isCanceled) return;
    if (test.isShipped && isRevoked) throw new AppError('request_shipped');
    await this.database.manager.update(DiagnosticTest, { partnerId, id }, { canceledAt: isRevoked ? this.clock.now() : null });
  }

  /** Locks the order too, so that it is not shipped meanwhile. */
  private async lockTest(partnerId: string, testId: string): Promise<RequestedTest> {
    const [test] = await this.database.query<RequestedTest>(
      `SELECT t.id AS "testId", t.order_id AS "orderId", t.product_id AS "productId", o.shipped_at IS NOT NULL AS "isShipped",
              t.canceled_at IS NOT NULL AS "isCanceled"
         FROM diagnostic_tests t JOIN diagnostic_orders o ON o.partner_id = t.partner_id AND o.id = t.order_id
        WHERE t.partner_id = $1 AND t.id = $2 FOR UPDATE`,
      [partnerId, testId],
    );
    return test!;
  }

  /** In a statement of its own, after the locks: one that waits for a lock does not see the rows of other tables that came meanwhile. */
  private async hasResult(partnerId: string, { testId }: RequestedTest): Promise<boolean> {
    const results = await this.database.query('SELECT FROM test_results WHERE partner_id = $1 AND test_id = $2 LIMIT 1', [
      partnerId,
      testId,
    ]);
    return results.length > 0;
  }
}
