import { Clock, Database, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { OrdersService } from '../orders/orders.service';
import { DiagnosticProductsService } from '../products/diagnostic-products.service';
import type { HealthInsurance } from '../tests/patient';
import type { NativeServiceRequest } from './native-service-request';
import type { OrderWish, Placement, PlacementGap } from './order-wish';
import { checkWish, incompleteOrder } from './placement';
import { RequestJournal } from './request-journal';
import type { RequestStatus } from './request-status';
import type { RequestEcho, RequestRelease } from './service-request.entity';
import {
  selectOneRequest,
  selectRequestVersions,
  selectServiceRequests,
  serviceRequestList,
  type ServiceRequestRow,
} from './service-requests.queries';

/** A request as an EHR wrote it, with what it means for us. */
export interface WrittenRequest {
  readonly release: RequestRelease;
  readonly status: RequestStatus;
  readonly content: NativeServiceRequest;
  readonly healthInsurance: HealthInsurance | null;
  /** What reports have to repeat of it, so that the EHR can match its own patient. */
  readonly echo: RequestEcho | null;
  readonly wish: OrderWish;
}

export interface WriteOptions {
  /** An active order that is not complete is refused instead of stored. */
  readonly isStrict: boolean;
  /** A reserved id of a new request; undefined: the next one. */
  readonly id?: string | undefined;
}

export interface WriteOutcome {
  readonly row: ServiceRequestRow;
  readonly placement: Placement;
}

/** Which versions of a request are asked for. */
export interface VersionRange {
  readonly before?: number | undefined;
  readonly since?: Date | undefined;
  readonly limit: number;
}

/** The test that a request ordered. */
export interface PlacedTest {
  readonly testId: string;
  readonly orderId: string;
}

@Injectable()
export class ServiceRequestsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly orders: OrdersService,
    private readonly products: DiagnosticProductsService,
    private readonly journal: RequestJournal,
  ) {}

  /** Stores the request, and places its order where it asks for one and says everything that an order needs. */
  create(partnerId: string, request: WrittenRequest, { isStrict, id: reserved }: WriteOptions): Promise<WriteOutcome> {
    return this.database.transaction(async () => {
      const { placed, gaps } = await this.place(partnerId, request.wish);
      if (placed === undefined && isStrict && request.wish.isUnasked.length === 0) throw incompleteOrder(gaps);
      const { release, status, content, healthInsurance, echo } = request;
      const id = await this.journal.add(partnerId, {
        id: reserved,
        release,
        status,
        content,
        healthInsurance,
        echo,
        testId: placed?.testId ?? null,
        orderId: placed?.orderId ?? null,
      });
      return { row: await this.get(partnerId, id), placement: { state: placed === undefined ? 'incomplete' : 'placed', gaps } };
    });
  }

  /**
   * Creates the request unless `find` tells ids of others: then the one that there is stays as it is. Parallel calls for a partner
   * follow each other, so that each sees what the one before made.
   */
  async createUnless(
    partnerId: string,
    find: () => Promise<readonly string[]>,
    create: () => Promise<WriteOutcome>,
  ): Promise<{ readonly existing: string } | { readonly created: WriteOutcome }> {
    return this.database.transaction(async () => {
      const existing = await this.findOne(partnerId, find);
      return existing === undefined ? { created: await create() } : { existing };
    });
  }

  /**
   * The one request that `find` tells; until the transaction ends nobody else creates one by a condition.
   * @throws AppError when there are several
   */
  async findOne(partnerId: string, find: () => Promise<readonly string[]>): Promise<string | undefined> {
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('conditional create ' || $1, 0))`, [partnerId]);
    const [first, ...others] = await find();
    if (others.length > 0) throw new AppError('several_matches', { parameters: { count: others.length + 1 } });
    return first;
  }

  /** Ids for requests that are about to be created and refer to each other. */
  async reserveIds(count: number): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT nextval('service_request_ids') AS id FROM generate_series(1, $1::integer)`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  get(partnerId: string, id: string): Promise<ServiceRequestRow> {
    return this.find(selectOneRequest, partnerId, id);
  }

  list(partnerId: string, request: ListRequest<ServiceRequestRow>): Promise<Page<ServiceRequestRow>> {
    return runList(this.database, serviceRequestList, request, selectServiceRequests, partnerId);
  }

  /** The request as it is, locked. */
  lock(partnerId: string, id: string): Promise<ServiceRequestRow> {
    return this.find(`${selectOneRequest} FOR UPDATE`, partnerId, id);
  }

  /** The request as it was in a version. */
  async version(partnerId: string, id: string, version: number): Promise<ServiceRequestRow> {
    const [row] = await this.versions(partnerId, id, { before: version + 1, limit: 1 });
    if (row?.version !== version) throw AppError.recordNotFound();
    return row;
  }

  /** Versions of the request, the newest first: at most `limit`, those before a version, those since a moment. */
  async versions(partnerId: string, id: string, { before, since, limit }: VersionRange): Promise<readonly ServiceRequestRow[]> {
    if (!isRequestId(id)) throw AppError.recordNotFound();
    return this.database.query<ServiceRequestRow>(selectRequestVersions, [partnerId, id, before ?? null, since ?? null, limit]);
  }

  findProduct({ products }: OrderWish) {
    return this.products.findOrderable(products);
  }

  /** Orders the test that a request wishes for, or tells what is missing. */
  async place(partnerId: string, wish: OrderWish): Promise<{ placed: PlacedTest | undefined; gaps: readonly PlacementGap[] }> {
    const product = await this.findProduct(wish);
    const { facts, gaps: missing } = checkWish(wish, this.clock);
    const gaps = [...wish.isUnasked, ...('gap' in product ? [product.gap] : []), ...missing];
    if ('gap' in product || facts === undefined || wish.isUnasked.length > 0) return { placed: undefined, gaps };
    return { placed: await this.orders.placeTest(partnerId, { ...facts, productId: product.id }, wish.requisitionKey), gaps };
  }

  private async find(select: string, partnerId: string, id: string): Promise<ServiceRequestRow> {
    if (!isRequestId(id)) throw AppError.recordNotFound();
    const [row] = await this.database.query<ServiceRequestRow>(select, [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }
}

/** Ids are integers from a sequence; anything else names no request. */
const isRequestId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id);
