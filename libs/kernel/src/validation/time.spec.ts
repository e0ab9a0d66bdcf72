import fc from 'fast-check';
import { z } from 'zod';
import { toAppError } from './to-app-error';
import { calendarDate, dateTime, dateTimeFault, isDate, timeOfDay } from './time';

const daysOf4Centuries = fc.date({ min: new Date('1800-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });

/** The constraints that a value breaks, or nothing. */
async function constraintsOf(schema: z.ZodType, value: unknown): Promise<string[]> {
  const body = z.object({ value: schema });
  const checked = await body.safeParseAsync({ value });
  return checked.success ? [] : toAppError(checked.error, body, { value }).violations.map((violation) => violation.constraint);
}

describe('isDate', () => {
  it.each(['2024-02-29', '2000-02-29', '1999-12-31', '0001-01-01', '9999-12-31', '2026-04-30'])('takes %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
    '',
  ])('refuses %j', (text) => {
    expect(isDate(text)).toBe(false);
  });

  it('takes exactly the days that the calendar has', () => {
    fc.assert(
      fc.property(daysOf4Centuries, fc.integer({ min: 0, max: 32 }), (moment, day) => {
        const month = moment.toISOString().slice(0, 8);
        const text = `${month}${String(day).padStart(2, '0')}`;
        const parsed = new Date(`${text}T00:00:00Z`);
        expect(isDate(text)).toBe(!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text));
      }),
    );
  });
});

describe('dateTimeFault', () => {
  it.each([
    '2026-01-31T09:30:00Z',
    '2026-01-31t09:30:00z',
    '2026-01-31T09:30:00.1Z',
    '2026-01-31T09:30:00.123456789Z',
    '2026-01-31T23:59:59+14:00',
    '2026-01-31T09:30:00-00:00',
    '2024-02-29T00:00:00+05:45',
  ])('finds none in %s, which is a moment', (text) => {
    expect(dateTimeFault(text)).toBeUndefined();
    expect(dateTime().parse(text).getTime()).not.toBeNaN();
  });

  it.each([
    ['2026-01-31', 'DateTimeFormat'],
    ['2026-01-31T09:30:00', 'DateTimeFormat'],
    ['2026-01-31T09:30Z', 'DateTimeFormat'],
    ['2026-01-31 09:30:00Z', 'DateTimeFormat'],
    ['2026-01-31T09:30:00+0100', 'DateTimeFormat'],
    ['2026-01-31T09:30:00.Z', 'DateTimeFormat'],
    ['2026-01-31T09:30:00Z ', 'DateTimeFormat'],
    ['tomorrow', 'DateTimeFormat'],
    ['', 'DateTimeFormat'],
    ['2026-02-30T09:30:00Z', 'DateTimeDate'],
    ['2026-13-01T09:30:00Z', 'DateTimeDate'],
    ['9999-12-31T23:59:59-14:00', 'DateTimeDate'],
    ['0001-01-01T00:00:00+14:00', 'DateTimeDate'],
    ['2026-01-31T24:00:00Z', 'DateTimeTime'],
    ['2026-01-31T09:60:00Z', 'DateTimeTime'],
    ['2026-01-31T09:30:60Z', 'DateTimeTime'],
    ['2026-01-31T09:30:00+15:00', 'DateTimeTime'],
    ['2026-01-31T09:30:00+01:60', 'DateTimeTime'],
  ])('finds in %j: %s', (text, fault) => {
    expect(dateTimeFault(text)).toBe(fault);
  });

  it('takes what Date writes, with any offset, and keeps the moment to the millisecond', () => {
    fc.assert(
      fc.property(daysOf4Centuries, fc.integer({ min: -14 * 60, max: 14 * 60 }), (moment, minutes) => {
        const pad = (number: number): string => String(Math.abs(number)).padStart(2, '0');
        const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}:${pad(minutes % 60)}`;
        const local = new Date(moment.getTime() + minutes * 60_000).toISOString().replace('Z', offset);
        expect(dateTimeFault(local)).toBeUndefined();
        expect(dateTime().parse(local)).toEqual(moment);
      }),
    );
  });
});

describe('the fields', () => {
  it.each([
    ['2026-01-31', []],
    ['2026-1-31', ['DateFormat']],
    ['2026-02-30', ['Date']],
    ['2025-12-31', ['Range']],
    ['2027-01-01', ['Range']],
    ['', ['DateFormat']],
    [null, ['NotNull']],
    [undefined, ['NotBlank']],
  ])('calendarDate within 2026 holds %j against %j', async (value, constraints) => {
    expect(await constraintsOf(calendarDate({ min: () => '2026-01-01', max: () => '2026-12-31' }), value)).toEqual(constraints);
  });

  it.each([
    ['00:00:00', []],
    ['23:59:59', []],
    ['24:00:00', ['Regex']],
    ['12:60:00', ['Regex']],
    ['12:00:60', ['Regex']],
    ['7:00:00', ['Regex']],
    ['07:00', ['Regex']],
    ['07:00:00\n', ['Regex']],
  ])('timeOfDay holds %j against %j', async (value, constraints) => {
    expect(await constraintsOf(timeOfDay(), value)).toEqual(constraints);
  });

  it.each([
    ['2026-01-31T09:30:00+01:00', []],
    ['2026-01-31T09:30:00', ['DateTimeFormat']],
    ['2026-02-30T09:30:00Z', ['DateTimeDate']],
    ['2026-02-28T25:30:00Z', ['DateTimeTime']],
  ])('dateTime holds %j against %j', async (value, constraints) => {
    expect(await constraintsOf(dateTime(), value)).toEqual(constraints);
  });
});
