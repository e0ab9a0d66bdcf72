import type { AnswerDescription } from '@gateway/access';
import { resourceSchema } from './resource-schemas';

/** Headers of an answer with a version of a resource. */
export const versionHeaders = { ETag: 'Version of the resource', 'Last-Modified': 'When it was made' };

/** What a read of a resource answers with. */
export const readAnswers = (
  type: string,
  description: string,
  example: unknown,
): readonly [AnswerDescription<never>, AnswerDescription<never>] => [
  { status: 200, description, schema: () => resourceSchema(type), example, headers: versionHeaders },
  { status: 304, description: 'The client has this version.', headers: versionHeaders },
];
