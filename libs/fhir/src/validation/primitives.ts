import { isJsonNumber, jsonTypeOf } from '@gateway/kernel';
import type { PrimitiveRow } from './artefact';
import { isCalendarDate } from './calendar';
import type { Finding } from './fault';

/** Checks a value of a primitive type (https://hl7.org/fhir/R5/datatypes.html#primitive); undefined when it is right. */
export type PrimitiveCheck = (value: unknown) => Finding | undefined;

// eslint-disable-next-line no-control-regex -- they are what must not be there
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

const checkText = (text: string, maxLength: number): Finding | undefined => {
  if (text === '') return { code: 'value', text: 'text_empty' };
  if (text.length > maxLength && [...text].length > maxLength)
    return { code: 'value', text: 'text_too_long', parameters: { max: maxLength } };
  if (forbiddenCharacters.test(text) || !text.isWellFormed()) return { code: 'value', text: 'text_malformed' };
  if (text.trim() === '') return { severity: 'warning', code: 'value', text: 'text_blank' };
  return undefined;
};

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

const checkBase64 = (text: string, allowsWhitespace: boolean): Finding | undefined => {
  const digits = allowsWhitespace ? text.replace(/[ \t\r\n]+/g, '') : text;
  return digits !== '' && digits.length % 4 === 0 && base64.test(digits) ? undefined : { code: 'value', text: 'base64' };
};

const isWithin = (digits: string, [min, max]: readonly [string, string]): boolean => {
  const number = BigInt(digits.replace('+', ''));
  return BigInt(min) <= number && number <= BigInt(max);
};

const dated = new Set(['date', 'dateTime', 'instant']);

function makeFormatCheck(type: string, { regex, advised, range, maxLength }: PrimitiveRow): (text: string) => Finding | undefined {
  const pattern = regex === undefined ? undefined : new RegExp(`^(?:${regex})$`);
  const advice = advised === undefined ? undefined : new RegExp(`^(?:${advised})$`);
  const isDated = dated.has(type);
  return (text): Finding | undefined => {
    if (forbiddenCharacters.test(text) || !text.isWellFormed()) return { code: 'value', text: 'text_malformed' };
    if (pattern !== undefined && !pattern.test(text)) return { code: 'value', text: 'format', parameters: { type } };
    if (isDated && !isCalendarDate(text)) return { code: 'value', text: 'date_impossible', parameters: { type } };
    if (range !== undefined && text.length > 9 && !isWithin(text, range)) {
      return { code: 'value', text: 'number_out_of_range', parameters: { min: range[0], max: range[1] } };
    }
    if (maxLength !== undefined && text.length > maxLength) return { code: 'value', text: 'text_too_long', parameters: { max: maxLength } };
    if (advice !== undefined && !advice.test(text)) return { severity: 'warning', code: 'value', text: 'digits_many' };
    return undefined;
  };
}

const maximumTextLength = 1024 * 1024;

function makeTextCheck(type: string, row: PrimitiveRow, allowsWhitespaceInBase64: boolean): (text: string) => Finding | undefined {
  if (type === 'base64Binary') return (text) => checkBase64(text, allowsWhitespaceInBase64);
  if (row.regex !== undefined) return makeFormatCheck(type, row);
  return (text) => checkText(text, row.maxLength ?? maximumTextLength);
}

const wrongType = (expected: string, value: unknown): Finding => ({
  code: 'structure',
  text: 'wrong_json_type',
  parameters: { expected, given: jsonTypeOf(value) },
});

/** @param allowsWhitespaceInBase64 R4B does, R5 does not */
export function makePrimitiveCheck(type: string, row: PrimitiveRow, allowsWhitespaceInBase64: boolean): PrimitiveCheck {
  if (row.json === 'boolean') return (value) => (typeof value === 'boolean' ? undefined : wrongType('boolean', value));
  const check = makeTextCheck(type, row, allowsWhitespaceInBase64);
  if (row.json === 'number') return (value) => (isJsonNumber(value) ? check(String(value)) : wrongType('number', value));
  return (value) => (typeof value === 'string' ? check(value) : wrongType('string', value));
}
