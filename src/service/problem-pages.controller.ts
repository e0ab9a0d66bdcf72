import { Answer, AnswerLanguage, JsonText, OperationsController } from '@gateway/access';
import { ServiceSettings } from '@gateway/kernel';
import { AppError, explainConstraints, explainStatus, type Language, problemContext } from '@gateway/problems';
import { Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { Operation } from './operation';

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw AppError.recordNotFound();
  return value;
};

const jsonLd = 'application/ld+json';

const context = () => z.strictObject({ '@context': z.record(z.string(), z.unknown()) });

const explanation = z.strictObject({
  '@context': z.string(),
  '@id': z.string(),
  '@type': z.string(),
  title: z.string(),
  status: z.int(),
  type: z.string(),
  description: z.string(),
});

const constraintExplanation = explanation.extend({
  constraints: z.array(z.strictObject({ name: z.string(), code: z.uuid({ version: 'v4' }), message: z.string() })),
});

/** What the addresses in problem bodies lead to. */
@OperationsController()
export class ProblemPagesController {
  constructor(private readonly settings: ServiceSettings) {}

  @Get('contexts/:name')
  @Operation({
    id: 'getJsonLdContext',
    summary: 'JSON-LD context of the problem bodies.',
    problems: ['not_found'],
    produces: [jsonLd, 'application/json'],
    answers: [{ status: 200, description: 'The context.', schema: context, example: problemContext('Error', 'https://gateway.example') }],
  })
  context(@Param('name') name: string): Answer {
    if (name !== 'Error' && name !== 'ConstraintViolation') throw AppError.recordNotFound();
    return new Answer(200, new JsonText(JSON.stringify(problemContext(name, this.settings.baseUrl)), `${jsonLd}; charset=utf-8`));
  }

  @Get('errors/:status')
  @Operation({
    id: 'explainError',
    summary: 'Explains an error status in the asked language.',
    problems: ['not_found'],
    answers: [
      {
        status: 200,
        description: 'The explanation.',
        schema: () => explanation,
        example: explainStatus(404, 'en'),
      },
    ],
  })
  error(@Param('status') status: string, @AnswerLanguage() language: Language) {
    return found(/^\d{3}$/.test(status) ? explainStatus(Number(status), language) : undefined);
  }

  @Get('validation_errors/:codes')
  @Operation({
    id: 'explainValidationError',
    summary: 'Explains violated constraints in the asked language.',
    problems: ['not_found'],
    answers: [
      {
        status: 200,
        description: 'The explanation.',
        schema: () => constraintExplanation,
        example: explainConstraints('c1051bb4-d103-4f74-8988-acbcafc7fdc3', 'en'),
      },
    ],
  })
  constraints(@Param('codes') codes: string, @AnswerLanguage() language: Language) {
    return found(explainConstraints(codes, language));
  }
}
