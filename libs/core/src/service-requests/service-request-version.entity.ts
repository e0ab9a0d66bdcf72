import { Column, Entity, PrimaryColumn } from 'typeorm';
import { exactJson, moment } from '../columns';
import type { HealthInsurance } from '../tests/patient';
import type { NativeServiceRequest } from './native-service-request';
import type { RequestRelease } from './service-request.entity';
import type { RequestStatus } from './request-status';

/** A request as it was before a change. */
@Entity('service_request_versions')
export class ServiceRequestVersion {
  @PrimaryColumn('uuid')
  partnerId!: string;

  @PrimaryColumn('bigint')
  requestId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('text', { nullable: true })
  release!: RequestRelease | null;

  @Column('text')
  status!: RequestStatus;

  @Column(exactJson)
  content!: NativeServiceRequest;

  @Column('jsonb', { nullable: true })
  healthInsurance!: HealthInsurance | null;

  @Column(moment)
  updatedAt!: Date;
}
