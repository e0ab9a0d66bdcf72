import { type Condition, timeRangeOf, toRangeText } from '@gateway/core';
import { badValue, type QueryPair, withOffsetSign } from '@gateway/kernel';
import { allOf, always, anyOf, holds, never } from '../conditions';
import type { SearchParameter, SearchSetting } from '../search-parameter';
import { type Prefix, readPrefix } from '../values/comparison';
import type { ParameterFacts } from './parameter-facts';

/** The time that a value names, with its prefix. */
interface SoughtTime {
  readonly prefix: Prefix;
  readonly low: string | null;
  readonly high: string | null;
}

const approximation = 0.1;

/** The years that dates are written with. */
const [earliest, latest] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((moment) => Date.parse(moment)) as [number, number];

/** About then: a tenth of how long ago it is, or how far ahead (https://hl7.org/fhir/R5/search.html#prefix). */
function approximated(low: string | null, high: string | null, now: Date): Pick<SoughtTime, 'low' | 'high'> {
  const shifted = (moment: string | null, direction: 1 | -1): string | null => {
    if (moment === null) return null;
    const time = Date.parse(moment);
    const moved = time + direction * approximation * Math.abs(now.getTime() - time);
    return moved < earliest || moved > latest ? null : new Date(moved).toISOString();
  };
  return { low: shifted(low, -1), high: shifted(high, 1) };
}

function readTime(value: string, pair: QueryPair, { labTimeZone, now }: SearchSetting): SoughtTime {
  const { prefix, text } = readPrefix(value);
  const range = timeRangeOf(withOffsetSign(text), labTimeZone);
  if (range === undefined) throw badValue(pair, '[eq|ne|gt|lt|ge|le|sa|eb|ap]YYYY[-MM[-DD[Thh:mm[:ss[.sss]][Z|+hh:mm]]]]');
  return prefix === 'ap' ? { prefix, ...approximated(range.low, range.high, now) } : { prefix, ...range };
}

type Comparison = (sought: SoughtTime, setting: SearchSetting) => Condition;

const dateParameter = (facts: ParameterFacts, compare: Comparison): SearchParameter => ({
  ...facts,
  type: 'date',
  modifiers: [],
  read: ({ pair, values }, setting) => anyOf(values.map((value) => compare(readTime(value, pair, setting), setting))),
});

/** SQL of a tstzrange, null where a record has none; `zone` gives the placeholder of the time zone. */
export type RangeSql = (zone: () => string) => string;

/** Where a stretch of time of at most a day begins: as if its wall clock were UTC's, so that an index can hold it. */
export interface WallKey {
  /** SQL of a timestamptz that is never null. */
  readonly expression: string;
  /** SQL: whether there is such a stretch. */
  readonly isThere: string;
}

/** More than a day, the longest stretch, and the 14 hours that a wall clock may be away from UTC. */
const margin = `interval '48 hours'`;

/**
 * Compares the keys first: an index finds the records that may match, and most of these certainly do. Only for the others, whose
 * key is less than the margin away from what is sought, the time zone has to be asked.
 */
const throughKey = ({ prefix, low, high }: SoughtTime, { expression, isThere }: WallKey, exact: Condition): Condition => {
  const compared =
    (operator: '>=' | '<=', moment: string | null, shift: '+' | '-'): Condition =>
    (bind) =>
      moment === null ? 'TRUE' : `${expression} ${operator} ${bind(moment)}::timestamptz ${shift} ${margin}`;
  const certainly = (condition: Condition, moment: string | null): Condition => (moment === null ? never : condition);
  const after = certainly(compared('>=', high, '+'), high);
  const before = certainly(compared('<=', low, '-'), low);
  const possiblyAfter = compared('>=', low, '-');
  const possiblyBefore = compared('<=', high, '+');
  const within = allOf([compared('>=', low, '+'), compared('<=', high, '-')]);
  const possiblyWithin = allOf([possiblyAfter, possiblyBefore]);
  const cases = {
    eq: [possiblyWithin, within],
    ne: [always, anyOf([before, after])],
    gt: [possiblyAfter, after],
    lt: [possiblyBefore, before],
    ge: [possiblyAfter, after],
    le: [possiblyBefore, before],
    sa: [possiblyAfter, after],
    eb: [possiblyBefore, before],
    ap: [possiblyWithin, within],
  } as const satisfies Record<Prefix, readonly [Condition, Condition]>;
  const [possible, certain] = cases[prefix];
  return allOf([holds(isThere), possible, anyOf([certain, exact])]);
};

/** A stretch of time. @param key for those that last at most a day */
export const periodParameter = (facts: ParameterFacts, range: RangeSql, key?: WallKey): SearchParameter =>
  dateParameter(facts, (time, { labTimeZone }) => {
    const { prefix, low, high } = time;
    const exact: Condition = (bind) => {
      const found = (): string => range(() => `${bind(labTimeZone)}::text`);
      const sought = (): string => `${bind(toRangeText({ low, high }))}::tstzrange`;
      const above = (): string => (high === null ? 'FALSE' : `${found()} && tstzrange(${bind(high)}::timestamptz, NULL)`);
      const below = (): string => (low === null ? 'FALSE' : `${found()} && tstzrange(NULL, ${bind(low)}::timestamptz, '()')`);
      const equal = (): string => `${found()} <@ ${sought()}`;
      const comparisons = {
        eq: equal,
        ne: () => `NOT ${equal()}`,
        gt: above,
        lt: below,
        ge: () => `(${above()} OR ${equal()})`,
        le: () => `(${below()} OR ${equal()})`,
        sa: () => `${found()} >> ${sought()}`,
        eb: () => `${found()} << ${sought()}`,
        ap: () => `${found()} && ${sought()}`,
      } as const satisfies Record<Prefix, () => string>;
      return comparisons[prefix]();
    };
    return key === undefined ? exact : throughKey(time, key, exact);
  });

/** A moment, kept to the millisecond, in a column or expression that is compared as it is: an index serves it. */
export const momentParameter = (facts: ParameterFacts, moment: string): SearchParameter =>
  dateParameter(facts, ({ prefix, low, high }) => (bind) => {
    const from = (): string => `${bind(low ?? '-infinity')}::timestamptz`;
    const to = (): string => `${bind(high ?? 'infinity')}::timestamptz`;
    const comparisons = {
      eq: () => `(${moment} >= ${from()} AND ${moment} < ${to()})`,
      ne: () => `(${moment} < ${from()} OR ${moment} >= ${to()})`,
      gt: () => `${moment} >= ${to()}`,
      lt: () => `${moment} < ${from()}`,
      ge: () => `${moment} >= ${from()}`,
      le: () => `${moment} < ${to()}`,
      sa: () => `${moment} >= ${to()}`,
      eb: () => `${moment} < ${from()}`,
      ap: () => `(${moment} >= ${from()} AND ${moment} < ${to()})`,
    } as const satisfies Record<Prefix, () => string>;
    return comparisons[prefix]();
  });
