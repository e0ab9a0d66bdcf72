import {
  Answer,
  AnswerLanguage,
  Caller,
  jsonMediaType,
  operationsOf,
  preferredOf,
  type Principal,
  Query,
  UuidPipe,
  OperationsController,
} from '@gateway/access';
import { type BodyRules, type ListRequest, rejectedMessageList, type RejectedMessageRow, RejectedMessagesService } from '@gateway/core';
import type { Page } from '@gateway/kernel';
import type { Language } from '@gateway/problems';
import { Get, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { acknowledge, hl7MediaTypes } from './hl7-exchange';
import { acknowledgmentAnswer, acknowledgmentExample } from './hl7-examples';
import { Hl7Intake } from './hl7v2/hl7-intake.service';
import {
  type RejectedMessage,
  rejectedMessageAnswer,
  rejectedMessageContentAnswer,
  rejectedMessageExample,
  toRejectedMessage,
} from './rejected-messages.mapper';

const Operation = operationsOf<BodyRules>('Laboratory');

const [hl7MediaType] = hl7MediaTypes;

/** Messages that could not be applied, each seen by the laboratory that sent it. */
@OperationsController('lab/v1/rejected_messages')
export class RejectedMessagesController {
  constructor(
    private readonly rejected: RejectedMessagesService,
    private readonly intake: Hl7Intake,
  ) {}

  @Get()
  @Operation({
    id: 'listRejectedMessages',
    summary: 'Lists the HL7 messages of the laboratory that could not be applied.',
    scope: 'lab:write',
    query: rejectedMessageList,
    answers: [
      {
        status: 200,
        description: 'A page of messages.',
        schema: () => z.array(rejectedMessageAnswer()),
        example: [rejectedMessageExample],
      },
    ],
  })
  async list(
    @Caller() { laboratory }: Principal,
    @Query() request: ListRequest<RejectedMessageRow>,
    @AnswerLanguage() language: Language,
  ): Promise<Page<RejectedMessage>> {
    return (await this.rejected.list(laboratory, request)).map((row) => toRejectedMessage(row, language));
  }

  @Get(':id')
  @Operation({
    id: 'getRejectedMessage',
    summary: 'Reads a message that could not be applied; as application/hl7-v2 its bytes as they came.',
    scope: 'lab:write',
    problems: ['not_found'],
    produces: [jsonMediaType, hl7MediaType],
    answers: [
      {
        status: 200,
        description: 'The message.',
        schema: rejectedMessageContentAnswer,
        example: { ...rejectedMessageExample, content: 'TVNIfF5+XCY=' },
      },
    ],
  })
  async get(
    @Caller() { laboratory }: Principal,
    @Param('id', UuidPipe) id: string,
    @AnswerLanguage() language: Language,
    @Req() { headers }: Request,
  ): Promise<Answer> {
    const { row, content } = await this.rejected.get(laboratory, id);
    const noStore = { 'Cache-Control': 'private, no-store' };
    if (preferredOf(headers.accept, [jsonMediaType, hl7MediaType]) === hl7MediaType) {
      return new Answer(200, content, { 'Content-Type': hl7MediaType, ...noStore });
    }
    return new Answer(200, { ...toRejectedMessage(row, language), content: content.toString('base64') }, noStore);
  }

  @Post(':id/retry')
  @Operation({
    id: 'retryRejectedMessage',
    summary: 'Tries a kept message once more, as if the laboratory had sent it again; answers with its acknowledgment.',
    scope: 'lab:write',
    problems: ['not_found'],
    produces: hl7MediaTypes,
    answers: [{ status: 200, description: 'ACK^R01.', schema: acknowledgmentAnswer, example: acknowledgmentExample }],
  })
  async retry(
    @Caller() { laboratory }: Principal,
    @Param('id', UuidPipe) id: string,
    @AnswerLanguage() language: Language,
    @Req() request: Request,
  ): Promise<Answer> {
    const { row, content } = await this.rejected.get(laboratory, id);
    return acknowledge(await this.intake.receive({ laboratory, content, charset: row.charset }, language), request);
  }
}
