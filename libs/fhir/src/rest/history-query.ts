import {
  badValue,
  dateTimeFault,
  encodeQuery,
  isDate,
  type QueryPair,
  type QueryParameter,
  type QueryReader,
  unknownParameter,
  withoutIgnored,
} from '@gateway/kernel';
import { formatParameters, readFormat, type RestQuery } from './rest-query';

/** What of a history is asked for (https://hl7.org/fhir/R5/http.html#history). */
export interface HistoryQuery extends RestQuery {
  readonly count: number;
  readonly since: Date | undefined;
  /** Versions before this one. */
  readonly before: number | undefined;
  /** The parameters that were understood, for the links. */
  readonly pairs: readonly QueryPair[];
}

const maximumCount = 100;

const parameters: readonly QueryParameter[] = [
  {
    name: '_count',
    description: 'Versions on a page.',
    schema: { type: 'integer', minimum: 1, maximum: maximumCount, default: maximumCount },
  },
  { name: '_since', description: 'Versions made at this moment or later.', schema: { type: 'string', format: 'date-time' } },
  { name: '_before', description: 'Versions before this one; from the next link.', schema: { type: 'integer', minimum: 1 } },
  ...formatParameters,
];

const isKnown = ({ name }: QueryPair): boolean => parameters.some((parameter) => parameter.name === name);

/** More than a page holds means a full page. */
function readCount(pair: QueryPair | undefined): number {
  if (pair === undefined) return maximumCount;
  if (!/^[1-9]\d{0,8}$/.test(pair.value)) throw badValue(pair, `1..${maximumCount}`);
  return Math.min(Number(pair.value), maximumCount);
}

function readMoment(pair: QueryPair | undefined): Date | undefined {
  if (pair === undefined) return undefined;
  // A plus of an offset is a space once the query is decoded.
  const value = pair.value.replace(/ (?=\d{2}:\d{2}$)/, '+');
  if (!isDate(value) && dateTimeFault(value) !== undefined) throw badValue(pair, 'instant');
  return new Date(value);
}

function readVersion(pair: QueryPair | undefined): number | undefined {
  if (pair === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(pair.value)) throw badValue(pair, '1..999999999');
  return Number(pair.value);
}

/** Parameters that are not known are passed over, or refused by `Prefer: handling=strict`. */
export const historyQuery: QueryReader<HistoryQuery> = {
  parameters,
  read(given, { isStrict }) {
    const pairs = withoutIgnored(given);
    const unknown = pairs.find((pair) => !isKnown(pair));
    if (isStrict && unknown !== undefined) throw unknownParameter(unknown.name, parameters);
    const find = (name: string): QueryPair | undefined => pairs.find((pair) => pair.name === name);
    return {
      format: readFormat(pairs),
      count: readCount(find('_count')),
      since: readMoment(find('_since')),
      before: readVersion(find('_before')),
      pairs: pairs.filter(isKnown),
    };
  },
};

/** The address of a page of the same history. */
export function historyLink(path: string, { pairs }: HistoryQuery, before: number | undefined): string {
  const kept = pairs.filter(({ name }) => name !== '_before');
  const query = encodeQuery(before === undefined ? kept : [...kept, { name: '_before', value: String(before) }]);
  return query === '' ? path : `${path}?${query}`;
}
