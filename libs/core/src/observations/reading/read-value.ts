import type { JsonNumber } from '@gateway/kernel';
import { compareDecimals, decimalPattern, toDecimal } from './decimals';
import { conceptOfWord, type WordConcept } from './value-words';

export type Comparator = '<' | '<=' | '>' | '>=';

/** What a laboratory's value says. */
export type ReadValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'quantity'; readonly comparator?: Comparator; readonly value: JsonNumber }
  | { readonly kind: 'ratio'; readonly numerator: JsonNumber; readonly denominator: JsonNumber }
  | { readonly kind: 'range'; readonly low: JsonNumber; readonly high: JsonNumber }
  | { readonly kind: 'concept'; readonly concept: WordConcept }
  | { readonly kind: 'text' };

/**
 * Recognises what a laboratory wrote as a value. Only what has one reading is recognised: `5,10`, `007` and `+5` stay texts.
 * White space around the value, the comparator, the colon or the dash does not count.
 */
const quantityPattern = new RegExp(String.raw`^\s*(?:(<=|>=|[<>≤≥])\s*)?(${decimalPattern})\s*$`);
const ratioPattern = new RegExp(String.raw`^\s*(${decimalPattern})\s*:\s*(${decimalPattern})\s*$`);
const rangePattern = new RegExp(String.raw`^\s*(${decimalPattern})\s*[-–]\s*(${decimalPattern})\s*$`);

const comparators = {
  '<': '<',
  '<=': '<=',
  '≤': '<=',
  '>': '>',
  '>=': '>=',
  '≥': '>=',
} as const satisfies Record<string, Comparator>;

const readQuantity = (text: string): ReadValue | undefined => {
  const [, comparator, digits = ''] = quantityPattern.exec(text) ?? [];
  const value = toDecimal(digits);
  if (digits === '' || value === undefined) return undefined;
  return {
    kind: 'quantity',
    value,
    ...(comparator !== undefined && { comparator: comparators[comparator as keyof typeof comparators] }),
  };
};

/** Both numbers of a pattern of two. */
function pairIn(text: string, pattern: RegExp): readonly [JsonNumber, JsonNumber] | undefined {
  const [, first, second] = pattern.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [a, b] = [toDecimal(first), toDecimal(second)];
  return a === undefined || b === undefined ? undefined : [a, b];
}

const readRatio = (text: string): ReadValue | undefined => {
  const [numerator, denominator] = pairIn(text, ratioPattern) ?? [];
  if (numerator === undefined || denominator === undefined) return undefined;
  if (compareDecimals(numerator, 0) < 0 || compareDecimals(denominator, 0) <= 0) return undefined;
  return { kind: 'ratio', numerator, denominator };
};

const readRange = (text: string): ReadValue | undefined => {
  const [low, high] = pairIn(text, rangePattern) ?? [];
  return low === undefined || high === undefined || compareDecimals(low, high) > 0 ? undefined : { kind: 'range', low, high };
};

const readConcept = (text: string): ReadValue | undefined => {
  const concept = conceptOfWord(text);
  return concept && { kind: 'concept', concept };
};

/** Longer texts are no numbers that a reader could take. */
const maximumNumberLength = 2000;

/** @param text the value as the laboratory wrote it; what is not recognised stays a text */
export function readValue(text: string): ReadValue {
  if (text.trim() === '') return { kind: 'absent' };
  const numeric = text.length > maximumNumberLength ? undefined : (readQuantity(text) ?? readRatio(text) ?? readRange(text));
  return numeric ?? readConcept(text) ?? { kind: 'text' };
}
