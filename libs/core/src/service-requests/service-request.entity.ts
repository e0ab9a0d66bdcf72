import { Column, Entity, PrimaryColumn } from 'typeorm';
import { exactJson, moment } from '../columns';
import type { HealthInsurance } from '../tests/patient';
import type { NativeServiceRequest } from './native-service-request';
import type { RequestStatus } from './request-status';
import type { RequestSearchValues } from './search-values';

/** References of a request that its reports repeat; null where there is none that can be repeated. */
export interface RequestEcho {
  readonly subject: object | null;
  readonly encounter: object | null;
}

/** The release in which an EHR wrote a request. */
export type RequestRelease = 'r4b' | 'r5';

/** A request for one test, as EHRs read and write it. Every test has one; a request that placed no order yet has no test. */
@Entity('service_requests')
export class ServiceRequest {
  @PrimaryColumn('uuid')
  partnerId!: string;

  /** From a sequence, as text: it may pass what a float holds. */
  @PrimaryColumn('bigint')
  id!: string;

  @Column('uuid', { nullable: true })
  testId!: string | null;

  @Column('uuid', { nullable: true })
  orderId!: string | null;

  /** Null: written by nobody, but made from a test that was ordered otherwise. */
  @Column('text', { nullable: true })
  release!: RequestRelease | null;

  @Column('text')
  status!: RequestStatus;

  /** Everything else that was written; its own status is not looked at. */
  @Column(exactJson)
  content!: NativeServiceRequest;

  /** How the patient is insured, as far as it is known. */
  @Column('jsonb', { nullable: true })
  healthInsurance!: HealthInsurance | null;

  /** What reports repeat of it, so that an EHR can match its own patient: subject and encounter, as references. */
  @Column('json', { nullable: true })
  echo!: RequestEcho | null;

  /** What FHIR's search finds the request by: see `RequestSearchValues`. */
  @Column('text', { array: true })
  searchTokens!: string[];

  @Column('jsonb')
  searchTexts!: RequestSearchValues['texts'];

  @Column('tstzrange', { nullable: true })
  authored!: string | null;

  @Column('tstzrange', { nullable: true })
  occurrence!: string | null;

  @Column('text', { nullable: true })
  subjectReference!: string | null;

  /** From 1; each change makes the next one. */
  @Column('integer')
  version!: number;

  @Column(moment)
  createdAt!: Date;

  @Column(moment)
  updatedAt!: Date;
}
