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

/** With `gt`, `lt`, `ge`, `le`, `sa` and `eb` a number is taken exactly. */
const compared =
  ({ prefix, number, tolerance }: SoughtQuantity, numbers: string): Condition =>
  (bind) => {
    const value = `${bind(number)}::numeric`;
    const equal = (): string => {
      const half = `${bind(tolerance)}::numeric`;
      return `${numbers} <@ numrange(${value} - ${half}, ${value} + ${half})`;
    };
    const comparisons = {
      eq: equal,
      ne: () => `NOT ${equal()}`,
      gt: () => `${numbers} && numrange(${value}, NULL, '()')`,
      lt: () => `${numbers} && numrange(NULL, ${value}, '()')`,
      ge: () => `${numbers} && numrange(${value}, NULL, '[)')`,
      le: () => `${numbers} && numrange(NULL, ${value}, '(]')`,
      sa: () => `${numbers} >> numrange(${value}, ${value}, '[]')`,
      eb: () => `${numbers} << numrange(${value}, ${value}, '[]')`,
      ap: () => `${numbers} && numrange(${value} - abs(${value}) / 10, ${value} + abs(${value}) / 10, '[]')`,
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
