import { Caller, type PartnerPrincipal, Query, UuidPipe, OperationsController } from '@gateway/access';
import { type ListRequest, resultList, type ResultRow, ResultsService } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import { resultExample, type TestResult, testResultAnswer, toTestResult } from '@gateway/resources';
import { Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { Operation } from './operation';

@OperationsController('v1/test_results')
export class TestResultsController {
  constructor(private readonly results: ResultsService) {}

  @Get()
  @Operation({
    id: 'listTestResults',
    summary: 'Lists test results with their observations and documents.',
    scope: 'results:read',
    query: resultList,
    answers: [{ status: 200, description: 'A page of results.', schema: () => z.array(testResultAnswer()), example: [resultExample] }],
  })
  async list(@Caller() caller: PartnerPrincipal, @Query() request: ListRequest<ResultRow>): Promise<Page<TestResult>> {
    return (await this.results.list(caller.partnerId, request)).map(toTestResult);
  }

  @Get(':id')
  @Operation({
    id: 'getTestResult',
    summary: 'Reads a test result with its observations and documents.',
    scope: 'results:read',
    problems: ['not_found'],
    answers: [{ status: 200, description: 'The result.', schema: testResultAnswer, example: resultExample }],
  })
  async get(@Caller() caller: PartnerPrincipal, @Param('id', UuidPipe) id: string): Promise<TestResult> {
    return toTestResult(await this.results.get(caller.partnerId, id));
  }
}
