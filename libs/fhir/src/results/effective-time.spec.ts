import type { ReportedSpecimen } from '@gateway/core';
import { collectionOf } from './effective-time';

const specimen = (id: string, collectionDate: string | null, collectionTime: string | null = null): ReportedSpecimen => ({
  id,
  specimenCode: `SP-${id}`,
  collectionDate,
  collectionTime,
});

const berlin = 'Europe/Berlin';

describe('collectionOf', () => {
  it.each([
    ['winter', berlin, '2026-01-31', '08:15:00', '2026-01-31T08:15:00+01:00'],
    ['summer', berlin, '2026-07-31', '08:15:07', '2026-07-31T08:15:07+02:00'],
    ['the last second before the gap', berlin, '2026-03-29', '01:59:59', '2026-03-29T01:59:59+01:00'],
    ['a time in the gap', berlin, '2026-03-29', '02:30:00', '2026-03-29T03:30:00+02:00'],
    ['the first second of the gap', berlin, '2026-03-29', '02:00:00', '2026-03-29T03:00:00+02:00'],
    ['a repeated time', berlin, '2026-10-25', '02:30:00', '2026-10-25T02:30:00+02:00'],
    ['the first second of the repeated hour', berlin, '2026-10-25', '02:00:00', '2026-10-25T02:00:00+02:00'],
    ['the last second of the repeated hour', berlin, '2026-10-25', '02:59:59', '2026-10-25T02:59:59+02:00'],
    ['the first second after it', berlin, '2026-10-25', '03:00:00', '2026-10-25T03:00:00+01:00'],
    ['midnight', berlin, '2026-01-31', '00:00:00', '2026-01-31T00:00:00+01:00'],
    ['another zone', 'America/New_York', '2026-11-01', '01:30:00', '2026-11-01T01:30:00-04:00'],
    ['a gap of the other hemisphere', 'Australia/Lord_Howe', '2026-10-04', '02:15:00', '2026-10-04T02:45:00+11:00'],
    ['a repeated half hour', 'Australia/Lord_Howe', '2026-04-05', '01:45:00', '2026-04-05T01:45:00+11:00'],
    ['UTC', 'UTC', '2026-01-31', '08:15:00', '2026-01-31T08:15:00+00:00'],
  ])('writes %s in %s with its offset', (_, zone, date, time, dateTime) => {
    expect(collectionOf([specimen('a', date, time)], zone)).toEqual({ specimenId: 'a', dateTime });
  });

  it('writes a date alone where there is no time', () => {
    expect(collectionOf([specimen('a', '2026-03-29')], berlin)).toEqual({ specimenId: 'a', dateTime: '2026-03-29' });
  });

  it('takes the newest specimen that has a date', () => {
    const specimens = [specimen('a', '2026-01-01'), specimen('b', '2025-12-01'), specimen('c', null, '08:00:00')];
    expect(collectionOf(specimens, berlin)).toEqual({ specimenId: 'b', dateTime: '2025-12-01' });
  });

  it.each([[[]], [[specimen('a', null)]], [[specimen('a', null, '08:00:00')]]])('tells nothing where no date is known', (specimens) => {
    expect(collectionOf(specimens, berlin)).toBeUndefined();
  });
});
