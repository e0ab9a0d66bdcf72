import type { ReportedSpecimen } from '@gateway/core';
import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';

/** When what was examined left the patient. */
export interface Collection {
  /** dateTime of FHIR: a date, or a time with seconds and offset. */
  readonly dateTime: string;
  readonly specimenId: string;
}

/**
 * The wall clock's time with its offset at that moment. A time that a change of the clocks skipped moves forward by as much as the
 * clocks did; of one that came twice the first counts.
 */
function findOffset(date: string, time: string, zone: string): string {
  const moment = DateTime.fromISO(`${date}T${time}`, { zone });
  const [first = moment] = moment.getPossibleOffsets();
  return first.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** All observations of a test share the moment, and finding its offset takes as long as all the rest of an observation. */
const moments = new LRUCache<string, string>({ max: 1000 });

function withOffset(date: string, time: string, zone: string): string {
  const key = `${date} ${time} ${zone}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  const moment = findOffset(date, time, zone);
  moments.set(key, moment);
  return moment;
}

/** Of the newest specimen that has a date; undefined where none has. */
export function collectionOf(specimens: readonly ReportedSpecimen[], zone: string): Collection | undefined {
  const specimen = specimens.findLast(({ collectionDate }) => collectionDate !== null);
  if (specimen === undefined || specimen.collectionDate === null) return undefined;
  const { id, collectionDate, collectionTime } = specimen;
  return { specimenId: id, dateTime: collectionTime === null ? collectionDate : withOffset(collectionDate, collectionTime, zone) };
}
