import type { WallKey } from './kinds/date-parameter';

/** Where days and times of wall clocks begin, as indexes hold them: what is changed here must be changed in a migration too. */

/** Where nothing is known, records come first. */
const earliest = `'0001-01-01T00:00:00Z'::timestamptz`;

export const orEarliest = (moment: string): string => `coalesce(${moment}, ${earliest})`;

/** Of results and observations: when what was examined left the patient. */
export const collectedKey = (alias: 'r' | 'o'): WallKey => ({
  expression: orEarliest(`lower(${alias}.collected) AT TIME ZONE 'UTC'`),
  isThere: `${alias}.collected IS NOT NULL`,
});

export const specimenKey: WallKey = {
  expression: orEarliest(`(s.collection_date + coalesce(s.collection_time, time '00:00')) AT TIME ZONE 'UTC'`),
  isThere: 's.collection_date IS NOT NULL',
};

export const birthKey: WallKey = {
  expression: orEarliest(`t.patient_date_of_birth::timestamp AT TIME ZONE 'UTC'`),
  isThere: 't.patient_date_of_birth IS NOT NULL',
};

/** No such moment; the first condition is the one that an index serves. */
export const lacks = ({ expression, isThere }: WallKey): string => `${expression} = ${earliest} AND NOT (${isThere})`;
