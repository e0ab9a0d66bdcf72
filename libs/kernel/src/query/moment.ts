import { dateTimeFault, isDate } from '../validation/time';
import { badValue } from './query-reader';
import type { QueryPair } from './query-string';

/** A blank before the offset at the end was a plus sign that the client did not encode. */
export const withOffsetSign = (text: string): string => text.replace(/ (?=\d{2}:\d{2}$)/, '+');

/** A date-time with offset, or a date, which counts as its midnight in UTC. @throws AppError that names the parameter and the value */
export function readMoment(pair: QueryPair): string {
  const value = withOffsetSign(pair.value);
  if (isDate(value)) return `${value}T00:00:00Z`;
  if (dateTimeFault(value) === undefined) return value;
  throw badValue(pair, 'YYYY-MM-DD, YYYY-MM-DDThh:mm:ssZ, YYYY-MM-DDThh:mm:ss+hh:mm');
}
