import type { JsonObject } from '@gateway/kernel';
import { Answer, AnswerLanguage, Body, jsonMediaType, operationsOf, OperationsController } from '@gateway/access';
import type { Language } from '@gateway/problems';
import { Headers, Param, Post, type Type } from '@nestjs/common';
import { anyResourceSchema } from '../descriptions/resource-schemas';
import { toOperationOutcome } from '../operation-outcome';
import type { FhirRelease } from '../release';
import { contentTypeOf } from '../rest/media-types';
import { fhirMediaType } from '../standard-door';
import { validateInput } from './validate-input';

const example = { resourceType: 'Patient', birthDate: '1990-02-31' };

const outcomeExample = {
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'error',
      code: 'value',
      details: { text: 'The value is not a date of the calendar.' },
      expression: ['Patient.birthDate'],
    },
  ],
};

/** `$validate` at a type and at an instance of it, for every resource type of the release. */
export function validateControllerOf(release: FhirRelease): Type {
  const Operation = operationsOf<never>(`FHIR ${release.name}`);
  const description = {
    scope: 'fhir:read',
    body: { schema: anyResourceSchema, example, consumes: [fhirMediaType, jsonMediaType] },
    produces: [fhirMediaType, jsonMediaType],
    problems: ['not_found'],
    answers: [
      {
        status: 200,
        description: 'An OperationOutcome with everything that is wrong, or that all is well.',
        schema: anyResourceSchema,
        example: outcomeExample,
      },
    ],
  } as const;

  const answer = (
    accept: string | undefined,
    target: { type: string; id: string | undefined },
    body: JsonObject,
    language: Language,
  ): Answer => {
    const outcome = toOperationOutcome(validateInput(release.validator, target, body), language);
    return new Answer(200, outcome, { 'Content-Type': contentTypeOf(release, accept, undefined) });
  };

  @OperationsController(`fhir/${release.path}`)
  class ValidateController {
    @Post(':type/$validate')
    @Operation({
      ...description,
      id: `validate${release.name}Resource`,
      summary: `Checks a resource against the definitions of ${release.name}; the body is the resource, or Parameters with a part "resource".`,
    })
    atType(
      @Param('type') type: string,
      @Body() body: JsonObject,
      @AnswerLanguage() language: Language,
      @Headers('accept') accept?: string,
    ): Answer {
      return answer(accept, { type, id: undefined }, body, language);
    }

    @Post(':type/:id/$validate')
    @Operation({
      ...description,
      id: `validate${release.name}Instance`,
      summary: `Checks a resource of ${release.name} that is meant for this id.`,
    })
    atInstance(
      @Param('type') type: string,
      @Param('id') id: string,
      @Body() body: JsonObject,
      @AnswerLanguage() language: Language,
      @Headers('accept') accept?: string,
    ): Answer {
      return answer(accept, { type, id }, body, language);
    }
  }
  return ValidateController;
}
