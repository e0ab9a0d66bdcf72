import { isStorableNumber, type JsonNumber, toJsonNumber } from '@gateway/kernel';

/** A number as JSON (RFC 8259 section 6) and FHIR's `decimal` write it, as source of a regular expression. */
export const decimalPattern = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;

const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The number with its digits; undefined where it is so long or so large that readers could not take it. */
export function toDecimal(digits: string): JsonNumber | undefined {
  const number = toJsonNumber(digits);
  return isStorableNumber(number) ? number : undefined;
}

interface Scaled {
  /** The number is `mantissa` times 10 to the power of `exponent`. */
  readonly mantissa: bigint;
  readonly exponent: number;
}

function toScaled(number: JsonNumber): Scaled {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = parts.exec(String(number)) ?? [];
  return { mantissa: BigInt(`${sign}${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

/** Below 0, 0 or above 0 as `a` is below, equal to or above `b`, without the rounding of floats. */
export function compareDecimals(a: JsonNumber, b: JsonNumber): number {
  const [left, right] = [toScaled(a), toScaled(b)];
  const exponent = Math.min(left.exponent, right.exponent);
  const difference = left.mantissa * 10n ** BigInt(left.exponent - exponent) - right.mantissa * 10n ** BigInt(right.exponent - exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
