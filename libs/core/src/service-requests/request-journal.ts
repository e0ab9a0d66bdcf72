import { canonicalJson, Clock, Database, ServiceSettings, stringifyJson } from '@gateway/kernel';
import { Injectable } from '@nestjs/common';
import { hasIdOf } from '../listing/filter';
import type { HealthInsurance } from '../tests/patient';
import type { NativeServiceRequest } from './native-service-request';
import { type OrderedTest, requestOfTest, selectOrderedTests } from './request-of-test';
import type { RequestEcho, RequestRelease } from './service-request.entity';
import type { RequestStatus } from './request-status';
import { searchColumns, searchColumnsOf } from './search-columns';
import { searchValuesOf } from './search-values';

/** What a version of a request consists of. */
export interface RequestContent {
  readonly status: RequestStatus;
  readonly content: NativeServiceRequest;
  readonly healthInsurance: HealthInsurance | null;
  /** In which release it was written; null: made from a test. */
  readonly release: RequestRelease | null;
}

/** The version that a change makes. */
export interface NextContent extends RequestContent {
  /** Undefined: as before. */
  readonly echo?: RequestEcho | null;
}

export interface NewRequest extends RequestContent {
  /** A reserved one; undefined: the next. */
  readonly id: string | undefined;
  readonly release: RequestRelease;
  readonly testId: string | null;
  readonly orderId: string | null;
  readonly echo: RequestEcho | null;
}

interface FollowedRequest extends RequestContent {
  readonly id: string;
  readonly hasResult: boolean;
  readonly currentInsurance: HealthInsurance | null;
}

/** Keeps the requests in step with the tests that they stand for, and what each request was before a change. */
@Injectable()
export class RequestJournal {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: ServiceSettings,
  ) {}

  /** Opens requests for tests that were ordered without one. */
  async open(partnerId: string, testIds: readonly string[], healthInsurance: HealthInsurance | null): Promise<void> {
    const source = `(SELECT * FROM diagnostic_tests WHERE partner_id = $1 AND ${hasIdOf('id', '$2', 'uuid')})`;
    const tests = await this.database.query<OrderedTest>(`${selectOrderedTests(source)} ORDER BY t.position`, [partnerId, testIds]);
    const requests = tests.map((test) => requestOfTest(test, this.settings.baseUrl));
    await this.database.query(
      `INSERT INTO service_requests
         (partner_id, id, test_id, order_id, status, content, health_insurance, version, created_at, updated_at, ${searchColumns})
       SELECT $1, nextval('service_request_ids'), t.test_id, t.order_id, 'active', t.content, $5::jsonb, 1, $6, $6, ${searchColumnsOf('t.search')}
         FROM unnest($2::uuid[], $3::uuid[], $4::text[], $7::text[]) WITH ORDINALITY AS t (test_id, order_id, content, search, position)
        ORDER BY t.position`,
      [
        partnerId,
        tests.map((test) => test.id),
        tests.map((test) => test.orderId),
        requests.map((request) => stringifyJson(request)),
        jsonOrNull(healthInsurance),
        this.clock.now(),
        requests.map((request) => this.searchValuesOf(request)),
      ],
    );
  }

  /** Stores what an EHR wrote; tells its id. */
  async add(partnerId: string, request: NewRequest): Promise<string> {
    const [row] = await this.database.query<{ id: string }>(
      `INSERT INTO service_requests
         (partner_id, id, test_id, order_id, release, status, content, health_insurance, echo, version, created_at, updated_at, ${searchColumns})
       VALUES ($1, coalesce($10, nextval('service_request_ids')), $2, $3, $4, $5, $6, $7, $8, 1, $9, $9, ${searchColumnsOf('$11')}) RETURNING id`,
      [
        partnerId,
        request.testId,
        request.orderId,
        request.release,
        request.status,
        stringifyJson(request.content),
        jsonOrNull(request.healthInsurance),
        jsonOrNull(request.echo),
        this.clock.now(),
        request.id ?? null,
        this.searchValuesOf(request.content),
      ],
    );
    return row!.id;
  }

  /** Brings the request of a test up to date after the test has changed. */
  async follow(partnerId: string, testId: string): Promise<void> {
    const [request] = await this.database.query<FollowedRequest>(
      `SELECT q.id, q.release, q.status, q.content::json AS content, q.health_insurance AS "healthInsurance",
              t.patient_health_insurance AS "currentInsurance",
              EXISTS (SELECT FROM test_results r WHERE r.partner_id = q.partner_id AND r.test_id = q.test_id) AS "hasResult"
         FROM service_requests q JOIN diagnostic_tests t ON t.partner_id = q.partner_id AND t.id = q.test_id
        WHERE q.partner_id = $1 AND q.test_id = $2 FOR UPDATE OF q`,
      [partnerId, testId],
    );
    if (request === undefined) return;
    await this.change(partnerId, request.id, request, {
      status: request.status === 'active' && request.hasResult ? 'completed' : request.status,
      content: request.release === null ? await this.contentOf(partnerId, testId) : request.content,
      healthInsurance: request.currentInsurance,
      release: request.release,
    });
  }

  /** Notes which test a request has ordered after it was stored. */
  async attach(partnerId: string, id: string, { testId, orderId }: { testId: string; orderId: string }): Promise<void> {
    await this.database.query('UPDATE service_requests SET test_id = $3, order_id = $4 WHERE partner_id = $1 AND id = $2', [
      partnerId,
      id,
      testId,
      orderId,
    ]);
  }

  /** Makes the next version of a request that is locked, unless nothing is different. */
  async change(partnerId: string, id: string, from: RequestContent, to: NextContent): Promise<void> {
    if (canonicalJson(toComparable(from)) === canonicalJson(toComparable(to))) return;
    await this.database.query(
      `WITH previous AS (
         INSERT INTO service_request_versions (partner_id, request_id, version, release, status, content, health_insurance, updated_at)
         SELECT partner_id, id, version, release, status, content, health_insurance, updated_at
           FROM service_requests WHERE partner_id = $1 AND id = $2)
       UPDATE service_requests SET release = $3, status = $4, content = $5, health_insurance = $6,
              echo = CASE WHEN $7 THEN $8::json ELSE echo END, version = version + 1, updated_at = greatest(updated_at, $9),
              (${searchColumns}) = ROW (${searchColumnsOf('$10')})
        WHERE partner_id = $1 AND id = $2`,
      [
        partnerId,
        id,
        to.release,
        to.status,
        stringifyJson(to.content),
        jsonOrNull(to.healthInsurance),
        to.echo !== undefined,
        jsonOrNull(to.echo ?? null),
        this.clock.now(),
        this.searchValuesOf(to.content),
      ],
    );
  }

  private searchValuesOf(request: NativeServiceRequest): string {
    return JSON.stringify(searchValuesOf(request, this.settings));
  }

  private async contentOf(partnerId: string, testId: string): Promise<NativeServiceRequest> {
    const source = '(SELECT * FROM diagnostic_tests WHERE partner_id = $1 AND id = $2)';
    const [test] = await this.database.query<OrderedTest>(selectOrderedTests(source), [partnerId, testId]);
    return requestOfTest(test!, this.settings.baseUrl);
  }
}

/** A value of a column of JSON; SQL's null where there is none. */
const jsonOrNull = (value: object | null): string | null => (value === null ? null : stringifyJson(value));

const toComparable = ({ status, content, healthInsurance }: RequestContent): unknown => ({ status, content, healthInsurance });
