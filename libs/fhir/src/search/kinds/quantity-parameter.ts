import { type Condition } from '@gateway/core';
import { badValue, isStorableNumber, type QueryPair, toJsonNumber } from '@gateway/kernel';
import { allOf, anyOf, never } from '../conditions';
import { ucum } from '../../results/code-systems';
import type { SearchParameter } from '../search-parameter';
import { type Prefix, readPrefix } from '../values/comparison';
import { separated, unescaped } from '../values/separated';
import type { ParameterFacts } from './parameter-facts';

const decimal = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

interface SoughtQuantity {
  readonly prefix: Prefix;
  readonly number: string;
  /** Half of the last digit that is given: `5.4` stands for 5.35 up to 5.45. */
  readonly tolerance: string;
  readonly unit: Condition | undefined;
}

/** Where the numbers and units of a value stand. */
export interface QuantityColumns {
  /** A numrange: of `<0.5` it is all below. */
  readonly numbers: string;
  readonly unitCode: string;
  /** As it was written. */
  readonly unit: string;
}

function unitCondition(system: string | undefined, code: string | undefined, { unitCode, unit }: QuantityColumns): Condition | undefined {
  if (system === undefined) return undefined;
  if (system === '') return (bind) => `(${unitCode} = ${bind(code)} OR ${unit} = ${bind(code)})`;
  if (system !== ucum) return never;
  return code === undefined || code === '' ? () => `${unitCode} IS NOT NULL` : (bind) => `${unitCode} = ${bind(code)}`;
}

/** `[prefix][number]`, with `|[system]|[code]` behind. */
function readQuantity(value: string, pair: QueryPair, columns: QuantityColumns): SoughtQuantity {
  const [number = '', system, code, ...others] = separated(value, '|').map(unescaped);
  const { prefix, text } = readPrefix(number);
  const [, fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  const isNumber = decimal.test(text) && isStorableNumber(toJsonNumber(text));
  const hasUnit = system === undefined || (code !== undefined && (system !== '' || code !== ''));
  if (!isNumber || !hasUnit || others.length > 0)
    throw badValue(pair, '[eq|ne|gt|lt|ge|le|sa|eb|ap]number, number|system|code, number||code');
  const tolerance = `5e${Number(exponent) - fraction.length - 1}`;
  return { prefix, number: text, tolerance, unit: unitCondition(system, code, columns) };
}

/**
 * Where the index finds what may match, by the bounds of numbers that are single ones or without end on one side, and the exact condition.
 * A CASE is believed to hold for half of the rows: that the one nearly follows from the other must not make matches look rare.
 */
const found = (possible: string, exact: string): string => `((${possible}) AND CASE WHEN ${exact} THEN TRUE END)`;

/** With `gt`, `lt`, `ge`, `le`, `sa` and `eb` a number is taken exactly. */
const compared =
  ({ prefix, number, tolerance }: SoughtQuantity, numbers: string): Condition =>
  (bind) => {
    const value = `${bind(number)}::numeric`;
    const [bound, side] = [`number_bound(${numbers})`, `number_side(${numbers})`];
    const around = (distance: string): readonly [low: string, high: string] => [`${value} - ${distance}`, `${value} + ${distance}`];
    const [above, below] = [`${bound} >= ${value} OR ${side} = 1`, `${bound} <= ${value} OR ${side} = -1`];
    const equal = (): string => {
      const [low, high] = around(`${bind(tolerance)}::numeric`);
      return found(`${bound} >= ${low} AND ${bound} <= ${high}`, `${numbers} <@ numrange(${low}, ${high})`);
    };
    const different = (): string => {
      const [low, high] = around(`${bind(tolerance)}::numeric`);
      return `NOT ${numbers} <@ numrange(${low}, ${high})`;
    };
    const near = (): string => {
      const [low, high] = around(`abs(${value}) / 10`);
      const [single, open] = [`${bound} >= ${low} AND ${bound} <= ${high}`, `${side} = 1 AND ${bound} <= ${high}`];
      return found(`${single} OR ${open} OR ${side} = -1 AND ${bound} >= ${low}`, `${numbers} && numrange(${low}, ${high}, '[]')`);
    };
    const comparisons = {
      eq: equal,
      ne: different,
      gt: () => found(above, `${numbers} && numrange(${value}, NULL, '()')`),
      lt: () => found(below, `${numbers} && numrange(NULL, ${value}, '()')`),
      ge: () => found(above, `${numbers} && numrange(${value}, NULL, '[)')`),
      le: () => found(below, `${numbers} && numrange(NULL, ${value}, '(]')`),
      sa: () => found(`${bound} >= ${value}`, `${numbers} >> numrange(${value}, ${value}, '[]')`),
      eb: () => found(`${bound} <= ${value}`, `${numbers} << numrange(${value}, ${value}, '[]')`),
      ap: near,
    } as const satisfies Record<Prefix, () => string>;
    return comparisons[prefix]();
  };

export const quantityParameter = (facts: ParameterFacts, columns: QuantityColumns): SearchParameter => ({
  ...facts,
  type: 'quantity',
  modifiers: [],
  read: ({ pair, values }) =>
    anyOf(
      values.map((value) => {
        const sought = readQuantity(value, pair, columns);
        const condition = compared(sought, columns.numbers);
        return sought.unit === undefined ? condition : allOf([condition, sought.unit]);
      }),
    ),
});
