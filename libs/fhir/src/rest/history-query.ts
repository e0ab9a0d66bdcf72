import { badValue, encodeQuery, type QueryPair, type QueryParameter, type QueryReader, readMoment } from '@gateway/kernel';
import { formatParameters, knownPairs, readFormat, type RestQuery } from './rest-query';

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

/** More than a page holds means a full page. */
function readCount(pair: QueryPair | undefined): number {
  if (pair === undefined) return maximumCount;
  if (!/^[1-9]\d{0,8}$/.test(pair.value)) throw badValue(pair, `1..${maximumCount}`);
  return Math.min(Number(pair.value), maximumCount);
}

function readVersion(pair: QueryPair | undefined): number | undefined {
  if (pair === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(pair.value)) throw badValue(pair, '1..999999999');
  return Number(pair.value);
}

export const historyQuery: QueryReader<HistoryQuery> = {
  parameters,
  read(given, context) {
    const pairs = knownPairs(given, parameters, context);
    const find = (name: string): QueryPair | undefined => pairs.find((pair) => pair.name === name);
    const since = find('_since');
    return {
      format: readFormat(pairs),
      count: readCount(find('_count')),
      since: since && new Date(readMoment(since)),
      before: readVersion(find('_before')),
      pairs,
    };
  },
};

/** The address of a page of the same history. */
export function historyLink(path: string, { pairs }: HistoryQuery, before: number | undefined): string {
  const kept = pairs.filter(({ name }) => name !== '_before');
  const query = encodeQuery(before === undefined ? kept : [...kept, { name: '_before', value: String(before) }]);
  return query === '' ? path : `${path}?${query}`;
}
