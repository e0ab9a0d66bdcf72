import type { QueryParameter, QueryReader } from '@gateway/kernel';
import type { FhirRelease } from '../release';
import { readShape, type ResultShape } from '../search/result-shape';
import { formatParameters, knownPairs, readFormat, type RestQuery } from './rest-query';

/** What a read of one resource understands: parts of it instead of the whole, as in a search. */
export interface ReadQuery extends RestQuery {
  readonly shape: ResultShape;
}

/** A read has nothing to count. */
const summaryModes = ['true', 'text', 'data', 'false'] as const;

const parameters: readonly QueryParameter[] = [
  { name: '_summary', description: 'A part of the resource instead of the whole.', schema: { type: 'string', enum: summaryModes } },
  { name: '_elements', description: 'Names of the elements that are wanted, separated by commas.', schema: { type: 'string' } },
  ...formatParameters,
];

export const readQueryOf = (release: FhirRelease): QueryReader<ReadQuery> => ({
  parameters,
  read(given, context) {
    const pairs = knownPairs(given, parameters, context);
    return { format: readFormat(pairs), shape: readShape(pairs, release, summaryModes) };
  },
});
