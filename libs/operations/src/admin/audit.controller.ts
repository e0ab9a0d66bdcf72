import { operationsOf, Query, OperationsController } from '@gateway/access';
import { auditEventList, AuditEventsService, type AuditEventRow, operatingChain, VerificationService } from '@gateway/audit';
import { type BodyRules, type ListRequest, PartnersService } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Get } from '@nestjs/common';
import { z } from 'zod';
import { auditEventAnswer, toAuditEvent } from './audit.mapper';
import { auditChainExample, auditEventExample, verificationExample } from './audit-examples';
import {
  auditChainAnswer,
  placeText,
  positionText,
  toFault,
  verificationAnswer,
  verificationQuery,
  type VerificationRequest,
} from './audit-verification';

const Operation = operationsOf<BodyRules>('Administration');

/** What was recorded, and whether all of it is still there. */
@OperationsController('admin/v1')
export class AuditController {
  constructor(
    private readonly events: AuditEventsService,
    private readonly verification: VerificationService,
    private readonly partners: PartnersService,
  ) {}

  @Get('audit_events')
  @Operation({
    id: 'listAuditEvents',
    summary: 'Lists who did what to which records.',
    scope: 'admin',
    query: auditEventList,
    answers: [{ status: 200, description: 'A page of events.', schema: () => z.array(auditEventAnswer()), example: [auditEventExample] }],
  })
  async list(@Query() request: ListRequest<AuditEventRow>): Promise<Page<ReturnType<typeof toAuditEvent>>> {
    return (await this.events.list(request)).map(toAuditEvent);
  }

  @Get('audit_chains')
  @Operation({
    id: 'listAuditChains',
    summary: 'Lists the hash chains with their heads, which are worth keeping elsewhere; the operating side is the one without partner.',
    scope: 'admin',
    answers: [{ status: 200, description: 'The chains.', schema: () => z.array(auditChainAnswer()), example: [auditChainExample] }],
  })
  async listChains() {
    const [chains, partners] = await Promise.all([this.verification.chains(), this.partners.list()]);
    const slugs = new Map(partners.map(({ id, slug }) => [id, slug]));
    return chains.map((head) => ({ partner: slugs.get(head.chain) ?? null, head: placeText(head) }));
  }

  @Get('audit_chains/verification')
  @Operation({
    id: 'verifyAuditChain',
    summary: 'Verifies a hash chain for some seconds; `next` tells where the next request goes on, null that the chain is done.',
    scope: 'admin',
    problems: ['not_found'],
    query: verificationQuery,
    answers: [{ status: 200, description: 'What was found.', schema: verificationAnswer, example: verificationExample }],
  })
  async verify(@Query() { partner, expected, position }: VerificationRequest) {
    const chain = await this.chainOf(partner);
    const lost = expected === undefined ? [] : await this.verification.expect(chain, expected);
    const { seals, events, faults, next } = await this.verification.step(chain, position);
    return {
      partner: partner ?? null,
      seals,
      events,
      faults: [...lost, ...faults].map(toFault),
      next: next === undefined ? null : positionText(next),
    };
  }

  private async chainOf(slug: string | undefined): Promise<string> {
    if (slug === undefined) return operatingChain;
    const partner = await this.partners.findBySlug(slug);
    if (partner === null) throw AppError.recordNotFound();
    return partner.id;
  }
}
