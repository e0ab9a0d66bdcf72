import { Body, Caller, type PartnerPrincipal, Query, UuidPipe, OperationsController } from '@gateway/access';
import {
  type ActivationInput,
  type BodyRules,
  type ListRequest,
  testList,
  type TestRow,
  TestsService,
  type TrackingInput,
} from '@gateway/core';
import type { Page } from '@gateway/kernel';
import { type DiagnosticTest, diagnosticTestAnswer, toDiagnosticTest } from '@gateway/resources';
import { Get, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { activationBody, shipmentTrackingBody, specimenBody } from './bodies';
import { activationExample, specimenExample, testExample, trackingExample } from './examples';
import { Operation } from './operation';

const testOf = (rules: BodyRules, caller: { partnerId: string | null }, id: string) => rules.assertTest(caller.partnerId ?? '', id);

@OperationsController('v1/diagnostic_tests')
export class DiagnosticTestsController {
  constructor(private readonly tests: TestsService) {}

  @Get()
  @Operation({
    id: 'listDiagnosticTests',
    summary: 'Lists diagnostic tests.',
    scope: 'tests:read',
    query: testList,
    answers: [
      { status: 200, description: 'A page of tests.', schema: (rules) => z.array(diagnosticTestAnswer(rules)), example: [testExample] },
    ],
  })
  async list(@Caller() caller: PartnerPrincipal, @Query() request: ListRequest<TestRow>): Promise<Page<DiagnosticTest>> {
    return (await this.tests.list(caller.partnerId, request)).map(toDiagnosticTest);
  }

  @Get(':id')
  @Operation({
    id: 'getDiagnosticTest',
    summary: 'Reads a diagnostic test.',
    scope: 'tests:read',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The test.', schema: diagnosticTestAnswer, example: testExample }],
  })
  async get(@Caller() caller: PartnerPrincipal, @Param('id', UuidPipe) id: string): Promise<DiagnosticTest> {
    return toDiagnosticTest(await this.tests.get(caller.partnerId, id));
  }

  @Post(':id/shipment_tracking')
  @Operation({
    id: 'recordTestShipmentTracking',
    summary: 'Creates or updates the tracking of the inbound shipment, from the customer to the laboratory.',
    scope: 'tests:write',
    target: testOf,
    problems: ['not_found'],
    body: { schema: shipmentTrackingBody, example: trackingExample },
    answers: [{ status: 201, description: 'The test.', schema: diagnosticTestAnswer, example: testExample }],
  })
  async recordTracking(
    @Caller() caller: PartnerPrincipal,
    @Param('id', UuidPipe) id: string,
    @Body() body: TrackingInput,
  ): Promise<DiagnosticTest> {
    return toDiagnosticTest(await this.tests.recordTracking(caller.partnerId, id, body));
  }

  @Post(':id/specimens')
  @Operation({
    id: 'recordSpecimen',
    summary: 'Creates or updates a specimen of the test by its code; does not activate the test.',
    scope: 'tests:write',
    target: testOf,
    problems: ['not_found'],
    body: { schema: specimenBody, example: specimenExample },
    answers: [{ status: 201, description: 'The test.', schema: diagnosticTestAnswer, example: testExample }],
  })
  async recordSpecimen(
    @Caller() caller: PartnerPrincipal,
    @Param('id', UuidPipe) id: string,
    @Body() body: z.output<ReturnType<typeof specimenBody>>,
  ): Promise<DiagnosticTest> {
    return toDiagnosticTest(await this.tests.recordSpecimen(caller.partnerId, id, body.specimenCode));
  }

  @Post(':id/activate')
  @Operation({
    id: 'activateDiagnosticTest',
    summary: 'Activates the test for a specimen, with collection time and patient data.',
    scope: 'tests:write',
    target: testOf,
    problems: ['not_found'],
    body: { schema: activationBody, example: activationExample },
    answers: [{ status: 201, description: 'The test.', schema: diagnosticTestAnswer, example: testExample }],
  })
  async activate(
    @Caller() caller: PartnerPrincipal,
    @Param('id', UuidPipe) id: string,
    @Body() body: ActivationInput,
  ): Promise<DiagnosticTest> {
    return toDiagnosticTest(await this.tests.activate(caller.partnerId, id, body));
  }
}
