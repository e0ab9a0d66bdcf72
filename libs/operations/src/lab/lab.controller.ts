import { Answer, Body, Caller, operationsOf, type Principal, UuidPipe, OperationsController } from '@gateway/access';
import { type BodyRules, LaboratoryService, maximumDocumentSize } from '@gateway/core';
import { documentAnswer, documentExample, resultExample, testResultAnswer, toDocument, toTestResult } from '@gateway/resources';
import { Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { intakeBody, resultBody } from './bodies';
import { intakeAnswerExample, intakeExample, newResultExample } from './examples';
import { formLimit, readDocument } from './multipart';

const Operation = operationsOf<BodyRules>('Laboratory');

/** A result with one document of the largest size, in base64, and room for its observations. */
const resultLimit = Math.ceil((maximumDocumentSize * 4) / 3) + 4 * 1024 * 1024;

const intakeAnswer = () =>
  z.strictObject({ diagnosticTests: z.array(z.string()), labIntakeAt: z.iso.datetime({ precision: 3 }) }).meta({ id: 'Intake' });

@OperationsController('lab/v1')
export class LabController {
  constructor(private readonly laboratory: LaboratoryService) {}

  @Post('intakes')
  @Operation({
    id: 'recordIntake',
    summary: 'Notes that a specimen arrived, on every test that has it.',
    scope: 'lab:write',
    body: { schema: intakeBody, example: intakeExample },
    answers: [{ status: 200, description: 'The tests.', schema: intakeAnswer, example: intakeAnswerExample }],
  })
  async takeIn(@Body() body: z.output<ReturnType<typeof intakeBody>>) {
    const { testIds, labIntakeAt } = await this.laboratory.takeIn(body.specimenCode, body.receivedAt);
    return { diagnosticTests: testIds.map((id) => `/v1/diagnostic_tests/${id}`), labIntakeAt: labIntakeAt.toISOString() };
  }

  @Post('test_results')
  @Operation({
    id: 'deliverTestResult',
    summary: 'Delivers a result with its observations and documents, all or nothing.',
    scope: 'lab:write',
    body: { schema: resultBody, example: newResultExample, limit: resultLimit },
    answers: [
      {
        status: 201,
        description: 'The result.',
        schema: testResultAnswer,
        example: resultExample,
        headers: { Location: 'IRI of the result' },
      },
      {
        status: 200,
        description: 'The result that an earlier delivery of this externalId made.',
        schema: testResultAnswer,
        example: resultExample,
      },
    ],
  })
  async deliver(@Caller() { laboratory }: Principal, @Body() body: z.output<ReturnType<typeof resultBody>>): Promise<Answer> {
    const { row, isNew } = await this.laboratory.deliver(laboratory, body);
    const result = toTestResult(row);
    return isNew ? Answer.created(`/v1/test_results/${result.id}`, result) : new Answer(200, result);
  }

  @Post('test_results/:id/documents')
  @Operation({
    id: 'addTestResultDocument',
    summary: 'Adds a document to a result.',
    scope: 'lab:write',
    problems: ['not_found', 'unsupported_media_type'],
    body: {
      schema: () => z.object({ file: z.unknown().meta({ type: 'string', format: 'binary' }) }),
      example: { file: '(bytes)' },
      limit: formLimit,
      consumes: ['multipart/form-data'],
    },
    answers: [
      {
        status: 201,
        description: 'The document.',
        schema: documentAnswer,
        example: documentExample,
        headers: { Location: 'IRI of the file' },
      },
    ],
  })
  async addDocument(@Param('id', UuidPipe) id: string, @Req() request: Request): Promise<Answer> {
    await this.laboratory.assertResult(id);
    const document = toDocument(await this.laboratory.addDocument(id, await readDocument(request)));
    return Answer.created(document.downloadPath, document);
  }
}
