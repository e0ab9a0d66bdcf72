import { type Answer, AnswerLanguage, Caller, operationsOf, type Principal, OperationsController } from '@gateway/access';
import type { BodyRules } from '@gateway/core';
import type { Language } from '@gateway/problems';
import { Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { acknowledge, hl7Limit, hl7MediaTypes, readHl7Body } from './hl7-exchange';
import { acknowledgmentAnswer, acknowledgmentExample, hl7Example, hl7Message } from './hl7-examples';
import { Hl7Intake } from './hl7v2/hl7-intake.service';

const Operation = operationsOf<BodyRules>('Laboratory');

@OperationsController('lab/v1')
export class Hl7Controller {
  constructor(private readonly intake: Hl7Intake) {}

  @Post('hl7v2')
  @Operation({
    id: 'deliverHl7Message',
    summary: 'Delivers results as an HL7 v2.5.1 message (ORU^R01), all or nothing; answers with its acknowledgment.',
    scope: 'lab:write',
    body: { schema: hl7Message, example: hl7Example, limit: hl7Limit, consumes: hl7MediaTypes },
    produces: hl7MediaTypes,
    answers: [
      {
        status: 200,
        description: 'ACK^R01: AA applied; AE or AR not applied, but kept among the rejected messages.',
        schema: acknowledgmentAnswer,
        example: acknowledgmentExample,
      },
    ],
  })
  async deliver(@Caller() { laboratory }: Principal, @AnswerLanguage() language: Language, @Req() request: Request): Promise<Answer> {
    const sent = await readHl7Body(request);
    return acknowledge(await this.intake.receive({ laboratory, ...sent }, language), request);
  }
}
