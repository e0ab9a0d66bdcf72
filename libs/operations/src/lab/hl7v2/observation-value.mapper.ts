import { fault, type Hl7Fault } from './faults';
import type { Segment } from './segment';

/** OBX-5 by the type that OBX-2 names (HL7 v2.5.1, sections 2.A and 7.4.2.5). */
type Read = { readonly value: string } | { readonly fault: Hl7Fault };

const numberPattern = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** A number (data type NM) as JSON and FHIR write it: all its digits, without a plus and leading zeros; undefined for anything else. */
export function toDecimalText(written: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = numberPattern.exec(written.trim()) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const digits = whole.replace(/^0+(?=\d)/, '');
  return `${sign === '-' ? '-' : ''}${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
}

const failed = (obx: Segment, text: Parameters<typeof fault>[2], component?: number, supported = ''): Read => ({
  fault: fault(obx.place(5, component), '102', text, supported === '' ? {} : { supported }),
});

function readNumber(obx: Segment): Read {
  const value = toDecimalText(obx.text(5));
  return value === undefined ? failed(obx, 'number_expected') : { value };
}

const comparators = ['<', '<=', '>', '>=', '=', '<>'];
const separators = ['-', '+', '/', '.', ':'];

/** `<^5` is `<5`, `^1^-^2` is `1-2`, `^1^:^128` is `1:128`, `^2^+` is `2+`. */
function readStructuredNumber(obx: Segment): Read {
  const [comparator = '', first = '', separator = '', second = ''] = [1, 2, 3, 4].map((part) => obx.component(5, part).trim());
  if (comparator !== '' && !comparators.includes(comparator)) return failed(obx, 'value_unsupported', 1, comparators.join(' '));
  if (separator !== '' && !separators.includes(separator)) return failed(obx, 'value_unsupported', 3, separators.join(' '));
  const numbers = [toDecimalText(first), second === '' ? '' : toDecimalText(second)] as const;
  if (numbers[0] === undefined) return failed(obx, 'number_expected', 2);
  if (numbers[1] === undefined) return failed(obx, 'number_expected', 4);
  if (second !== '' && separator === '') return failed(obx, 'value_unsupported', 3, separators.join(' '));
  return { value: `${comparator === '=' ? '' : comparator}${numbers[0]}${separator}${numbers[1]}` };
}

/** What people read of a coded value: the original text, the text, that of the alternate code, and only then a code. */
const conceptOf = (obx: Segment, repetition: number): string =>
  [9, 2, 5, 1, 4].map((part) => obx.component(5, part, repetition)).find((text) => text.trim() !== '') ?? '';

const readConcepts = (obx: Segment): Read => ({
  value: Array.from({ length: obx.count(5) }, (_, index) => conceptOf(obx, index + 1)).join('\n'),
});

const readText = (obx: Segment): Read => ({ value: obx.text(5) });

/** How each type is read, and whether its value is a single one. */
const valueTypes = {
  NM: { read: readNumber, isSingle: true },
  SN: { read: readStructuredNumber, isSingle: true },
  ST: { read: readText, isSingle: false },
  TX: { read: readText, isSingle: false },
  FT: { read: readText, isSingle: false },
  CE: { read: readConcepts, isSingle: false },
  CWE: { read: readConcepts, isSingle: false },
} as const satisfies Record<string, { readonly read: (obx: Segment) => Read; readonly isSingle: boolean }>;

/** A document: it is no value. */
export const documentType = 'ED';

const supportedTypes = [...Object.keys(valueTypes), documentType].join(', ');

/** The value as it is kept; an empty text where there is none. */
export function toObservationValue(obx: Segment): Read {
  const type = obx.component(2, 1);
  if (obx.raw(5).trim() === '') return { value: '' };
  if (type === '') return { fault: fault(obx.place(2), '101', 'field_missing') };
  if (!Object.hasOwn(valueTypes, type)) return { fault: fault(obx.place(2), '103', 'value_unsupported', { supported: supportedTypes }) };
  const { read, isSingle } = valueTypes[type as keyof typeof valueTypes];
  if (isSingle && obx.count(5) > 1) return { fault: fault(obx.place(5, undefined, 2), '102', 'value_repeated') };
  return read(obx);
}
