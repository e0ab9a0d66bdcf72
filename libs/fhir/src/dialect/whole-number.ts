import { isJsonNumber } from '@gateway/kernel';

/** Ids that are texts in FHIR and, where they are whole numbers, numbers in the interface. */
const wholeNumber = /^-?\d+$/;

/** A text that as a number has the same digits. */
export const isWholeNumber = (value: unknown): value is string =>
  typeof value === 'string' && Number.isSafeInteger(Number(value)) && String(Number(value)) === value;

/** The number when it is written as a whole one, as text. */
export const toIdText = (value: unknown): unknown => (isJsonNumber(value) && wholeNumber.test(String(value)) ? String(value) : value);

/** What a client may send where the server decides: it is read and has no effect. */
export const isServerText = (value: unknown): boolean => typeof toIdText(value) === 'string';
