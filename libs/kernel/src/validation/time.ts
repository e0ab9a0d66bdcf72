import { field } from './field';
import { checkText } from './text';

const daysIn = (year: number, month: number): number =>
  month === 2 ? (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

const isCalendarDate = (year: number, month: number, day: number): boolean =>
  year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a real day, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  return isCalendarDate(Number(year), Number(month), Number(day));
}

const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-](\d{2}):(\d{2}))$/;

export type DateTimeFault = 'DateTimeFormat' | 'DateTimeDate' | 'DateTimeTime';

/** What is wrong with a date-time of ISO 8601 with an offset; undefined when nothing is. */
export function dateTimeFault(text: string): DateTimeFault | undefined {
  const match = dateTimePattern.exec(text);
  if (match === null) return 'DateTimeFormat';
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  if (!isCalendarDate(year, month, day)) return 'DateTimeDate';
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  const isTime = hour < 24 && minute < 60 && second < 60 && offsetHour <= 14 && offsetMinute < 60;
  if (!isTime) return 'DateTimeTime';
  // The offset may lead out of the years that the same form can write in UTC.
  const yearInUtc = new Date(text).getUTCFullYear();
  return yearInUtc >= 1 && yearInUtc <= 9999 ? undefined : 'DateTimeDate';
}

interface DateRange {
  /** Both inclusive, as YYYY-MM-DD. */
  readonly min?: () => string;
  readonly max?: () => string;
  readonly example?: string;
}

/** A real calendar date within a range; stays a text YYYY-MM-DD. */
export const calendarDate = ({ min, max, example = '1990-02-28' }: DateRange = {}) =>
  field({ type: 'string', format: 'date', examples: [example] }, (value, report): string => {
    const given = checkText(value, report);
    if (given === undefined) return '';
    const earliest = min?.() ?? '0001-01-01';
    const latest = max?.() ?? '9999-12-31';
    if (!datePattern.test(given)) report.violation({ constraint: 'DateFormat', hint: 'date_format' });
    else if (!isDate(given)) report.violation({ constraint: 'Date', hint: 'date_format' });
    else if (given < earliest || given > latest) {
      report.violation({ constraint: 'Range', payload: { min: earliest, max: latest }, hint: 'range' });
    }
    return given;
  });

/** A time of day, written HH:MM:SS. */
export const timeOfDay = () =>
  field({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$', examples: ['08:15:00'] }, (value, report): string => {
    const given = checkText(value, report);
    if (given === undefined) return '';
    if (!/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(given)) {
      report.violation({ constraint: 'Regex', payload: { pattern: 'HH:MM:SS' }, hint: 'time_format' });
    }
    return given;
  });

/** A date-time with any offset, kept to the millisecond. */
export const dateTime = () =>
  field({ type: 'string', format: 'date-time', examples: ['2026-01-31T09:30:00Z'] }, (value, report): Date => {
    const given = checkText(value, report);
    if (given === undefined) return new Date(0);
    const fault = dateTimeFault(given);
    if (fault !== undefined) report.violation({ constraint: fault, hint: 'date_time_format' });
    return new Date(given);
  });
