import { DateTime, type DurationLikeObject } from 'luxon';

/** A stretch of time from `low` up to, but without, `high`; null: without end. Moments as ISO 8601 in UTC. */
export interface TimeRange {
  readonly low: string | null;
  readonly high: string | null;
}

/** date, dateTime and instant of FHIR (https://hl7.org/fhir/R5/datatypes.html#dateTime), and what a search may leave out of them. */
const pattern = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

const units = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

/** How long what so many parts name lasts. */
const lengthOf = (parts: number): DurationLikeObject => ({ [units[parts - 1]!]: 1 });

/** Years that PostgreSQL and the same form in JSON both can write. */
const toMoment = (time: DateTime): string | null => {
  const utc = time.toUTC();
  return utc.year < 1 || utc.year > 9999 ? null : utc.toISO();
};

/** The first, where a change of the clocks makes the wall clock show a time twice. */
const firstOf = (time: DateTime): DateTime => time.getPossibleOffsets()[0] ?? time;

/**
 * What a FHIR date or time covers: a year, a day, a second ... (https://hl7.org/fhir/R5/search.html#date); undefined where it is none.
 * @param zone of the wall clock that a time without an offset is read from
 */
export function timeRangeOf(text: string, zone: string): TimeRange | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7);
  const [fraction, offset] = match.slice(7, 9);
  const given = [year, month, day, hour, minute, second, fraction].filter((part) => part !== undefined);
  if (Number(hour ?? 0) > 23) return undefined;
  const parts = {
    year: Number(year),
    month: Number(month ?? 1),
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? '').slice(0, 3).padEnd(3, '0')),
  };
  const wall = DateTime.fromObject(parts, { zone: offset === undefined ? zone : offset === 'Z' ? 'utc' : `utc${offset}` });
  if (!wall.isValid || parts.year < 1) return undefined;
  const start = offset === undefined ? firstOf(wall) : wall;
  const end = start.plus(lengthOf(given.length));
  return { low: toMoment(start), high: toMoment(hour === undefined ? firstOf(end) : end) };
}

/** The range as PostgreSQL's `tstzrange` reads it; one that ends before it begins is its beginning. */
export const toRangeText = ({ low, high }: TimeRange): string =>
  low !== null && high !== null && high <= low ? `[${low},${low}]` : `[${low ?? ''},${high ?? ''})`;

const earlier = (a: string | null, b: string | null): string | null => (a === null || b === null ? null : a < b ? a : b);
const later = (a: string | null, b: string | null): string | null => (a === null || b === null ? null : a > b ? a : b);

/** From the first beginning to the last end. */
export const around = (ranges: readonly TimeRange[]): TimeRange | undefined =>
  ranges.length === 0
    ? undefined
    : ranges.reduce((all, one): TimeRange => ({ low: earlier(all.low, one.low), high: later(all.high, one.high) }));
