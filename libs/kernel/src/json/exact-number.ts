import { randomBytes } from 'node:crypto';

/**
 * Stands for itself between `JSON.stringify` and `stringifyJson`: unguessable, so no text of a client can hold it.
 */
const mark = `exact:${randomBytes(18).toString('base64url')}:`;

/** A JSON number whose digits a binary float would change, such as 5.10 or 12345678901234567890; it keeps them as written. */
export class ExactNumber {
  constructor(readonly digits: string) {}

  /** @internal replaced by the bare digits in `stringifyJson`; plain `JSON.stringify` must not be used for exact numbers. */
  toJSON(): string {
    return `${mark}${this.digits}`;
  }

  valueOf(): number {
    return Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }
}

export type JsonNumber = number | ExactNumber;

export const isJsonNumber = (value: unknown): value is JsonNumber => typeof value === 'number' || value instanceof ExactNumber;

/** The number as a float where that keeps the digits. */
export const floatOf = (digits: string): number | undefined => {
  const float = Number(digits);
  return String(float) === digits ? float : undefined;
};

/** The number as a float where that keeps the digits, otherwise exact. */
export const toJsonNumber = (digits: string): JsonNumber => floatOf(digits) ?? new ExactNumber(digits);

const marked = new RegExp(`"${mark}(-?[0-9.eE+-]+)"`, 'g');

/** JSON text of a value that may hold exact numbers. */
export function stringifyJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(mark) ? text.replace(marked, '$1') : text;
}
