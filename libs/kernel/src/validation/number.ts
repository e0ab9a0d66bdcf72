import { ExactNumber, isJsonNumber, type JsonNumber } from '../json';
import { field } from './field';

interface IntegerRange {
  readonly min: number;
  readonly max: number;
  readonly description?: string;
}

export const integer = ({ min, max, description }: IntegerRange) =>
  field({ type: 'integer', minimum: min, maximum: max, ...(description !== undefined && { description }) }, (value, report): number => {
    const given = isJsonNumber(value) ? Number(value) : NaN;
    if (!Number.isInteger(given)) report.wrongType('integer');
    else if (given < min || given > max) report.violation({ constraint: 'Range', payload: { min, max }, hint: 'range' });
    return given;
  });

/** Digits and exponent of a number that PostgreSQL's numeric and every reader can still take. */
const maximumMagnitude = 400;

/** Whether a JSON number is small enough, in size and in length, to be stored and read back everywhere. */
export const isStorableNumber = (value: JsonNumber): boolean => {
  const digits = value instanceof ExactNumber ? value.digits : String(value);
  const exponent = Number(/[eE]([+-]?\d+)$/.exec(digits)?.[1] ?? 0);
  return digits.length <= maximumMagnitude && Math.abs(exponent) <= maximumMagnitude;
};

/** A JSON number with its digits. */
export const exactNumber = () =>
  field({ type: 'number' }, (value, report): JsonNumber => {
    if (!isJsonNumber(value)) report.wrongType('number');
    else if (!isStorableNumber(value)) {
      report.violation({ constraint: 'Range', payload: { min: '-1e400', max: '1e400' }, hint: 'range' });
    }
    return value as JsonNumber;
  });
