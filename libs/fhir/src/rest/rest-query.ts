import {
  type QueryContext,
  type QueryPair,
  type QueryParameter,
  type QueryReader,
  unknownParameter,
  withoutIgnored,
} from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { fhirMediaType } from '../standard-door';

/** What every interaction understands in its query (https://hl7.org/fhir/R5/http.html#parameters). */
export interface RestQuery {
  /** The media type that `_format` asks for; undefined: `Accept` decides. */
  readonly format: string | undefined;
}

const json = 'application/json';

/** Values of `_format`, and the media type that each stands for. */
const formats: Readonly<Record<string, string>> = {
  json: fhirMediaType,
  [json]: json,
  'text/json': json,
  [fhirMediaType]: fhirMediaType,
};

export const formatParameters: readonly QueryParameter[] = [
  { name: '_format', description: 'Overrides Accept.', schema: { type: 'string', enum: Object.keys(formats) } },
  { name: '_pretty', description: 'Accepted without effect.', schema: { type: 'boolean' } },
];

/** The media type that `_format` names. @throws AppError for one that is not produced. A plus may have become a space on its way. */
export function readFormat(pairs: readonly QueryPair[]): string | undefined {
  const value = pairs.find(({ name }) => name === '_format')?.value;
  if (value === undefined) return undefined;
  const format = formats[value.split(';')[0]!.trim().toLowerCase().replace(' ', '+')];
  if (format === undefined) throw new AppError('not_acceptable', { parameters: { available: Object.keys(formats).join(', ') } });
  return format;
}

/** The parameters that are known; others are passed over, or refused by `Prefer: handling=strict`. @throws AppError */
export function knownPairs(
  given: readonly QueryPair[],
  known: readonly QueryParameter[],
  { isStrict }: Pick<QueryContext, 'isStrict'>,
): readonly QueryPair[] {
  const isKnown = ({ name }: QueryPair): boolean => known.some((parameter) => parameter.name === name);
  const unknown = withoutIgnored(given).find((pair) => !isKnown(pair));
  if (isStrict && unknown !== undefined) throw unknownParameter(unknown.name, known);
  return given.filter(isKnown);
}

/** For interactions that take no parameters of their own. */
export const restQuery: QueryReader<RestQuery> = {
  parameters: formatParameters,
  read: (given, context) => ({ format: readFormat(knownPairs(given, formatParameters, context)) }),
};
