import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What was done, in the words of http://hl7.org/fhir/restful-interaction; `execute` is what has no word there. */
export const auditActions = ['create', 'read', 'search', 'update', 'delete', 'execute'] as const;

export type AuditAction = (typeof auditActions)[number];

/** Chain of the operating side, whose tokens belong to no partner. */
export const operatingChain = '00000000-0000-0000-0000-000000000000';

/** Who did what, to which records, when, from where, and with which outcome. Written once, never changed; no personal data. */
@Entity('audit_events')
export class AuditEvent {
  /** The partner, or `operatingChain`. */
  @PrimaryColumn('uuid')
  chain!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'timestamp with time zone', precision: 3 })
  recordedAt!: Date;

  @Column('uuid')
  tokenId!: string;

  /** The client of SMART Backend Services that the token was made for. */
  @Column({ type: 'uuid', nullable: true })
  clientId!: string | null;

  /** Id of the operation, as OpenAPI has it. */
  @Column('text')
  operation!: string;

  @Column('text')
  scope!: string;

  @Column('text')
  action!: AuditAction;

  @Column('text')
  method!: string;

  /** IRIs; those of a page for a list. */
  @Column({ type: 'text', array: true })
  records!: readonly string[];

  @Column('smallint')
  status!: number;

  @Column('text')
  requestId!: string;

  /** Network address of the client. */
  @Column({ type: 'text', nullable: true })
  address!: string | null;
}
