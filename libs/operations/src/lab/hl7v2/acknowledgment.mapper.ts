import type { Language } from '@gateway/problems';
import { type Charset, toPlainText } from './charsets';
import { escapeText } from './escapes';
import { errorNames, faultMessage, type Hl7Fault, maximumFaults, payloadOf, type Place, reasonNameOf } from './faults';
import type { Segment } from './segment';

/** Applied; understood, but wrong; not to be processed here (HL7 table 0008, original mode). */
export type AcknowledgmentCode = 'AA' | 'AE' | 'AR';

interface Answered {
  /** MSH of the message that is answered. */
  readonly header: Segment;
  readonly charset: Charset;
  readonly code: AcknowledgmentCode;
  readonly faults: readonly Hl7Fault[];
  readonly language: Language;
  /** The answer's own MSH-10. */
  readonly controlId: string;
  readonly now: Date;
}

/** YYYYMMDDHHMMSS.SSS+0000 (data type TS). */
const toTimestamp = (moment: Date): string => `${moment.toISOString().replace(/[-:TZ]/g, '')}+0000`;

const trimmed = (parts: readonly string[], separator: string): string => {
  const last = parts.findLastIndex((part) => part !== '');
  return parts.slice(0, last + 1).join(separator);
};

const location = ({ segment, sequence, field, repetition, component }: Place): readonly string[] =>
  [segment, sequence, field, repetition ?? (component === undefined ? undefined : 1), component].map((part) => String(part ?? ''));

/** The event that the sender named, as far as it can be repeated. */
const eventOf = (header: Segment): string => (/^[A-Z][A-Z0-9]{2}$/.test(header.component(9, 2)) ? header.component(9, 2) : '');

/** Our own words; the rest of the answer is repeated as it came. */
function say(fault: Hl7Fault, { header: { syntax }, charset, language }: Answered): string {
  const message = faultMessage(fault, language);
  return escapeText(charset.name === undefined ? toPlainText(message) : message, syntax);
}

/** Records that are meant, a repetition for each. */
const namedIn = (fault: Hl7Fault, { header: { syntax } }: Answered): string =>
  Object.values(payloadOf(fault))
    .flatMap((value) => (typeof value === 'object' ? value.map((each) => escapeText(each, syntax)) : []))
    .join(syntax.repetition === '' ? ' ' : syntax.repetition);

function toErr(fault: Hl7Fault, answered: Answered): string {
  const { syntax } = answered.header;
  const element = (...parts: readonly string[]): string =>
    trimmed(
      parts.map((part) => escapeText(part, syntax)),
      syntax.component,
    );
  const fields = [
    'ERR',
    '',
    element(...location(fault.place)),
    element(fault.code, errorNames[fault.code], 'HL70357'),
    'E',
    element(reasonNameOf(fault), '', 'L'),
    namedIn(fault, answered),
    '',
    say(fault, answered),
  ];
  return trimmed(fields, syntax.field);
}

/**
 * The answer to a message (HL7 v2.5.1, sections 2.9.2 and 2.13.1): in its delimiters and its character set, with sender and receiver
 * changed places.
 */
export function toAcknowledgment(answered: Answered): Buffer {
  const { header, charset, code, faults, controlId, now } = answered;
  const { syntax } = header;
  const encodingCharacters = header.raw(2);
  const type = trimmed(['ACK', eventOf(header), 'ACK'], syntax.component);
  const sides = [5, 6, 3, 4].map((field) => header.raw(field));
  const msh = ['MSH', encodingCharacters, ...sides, toTimestamp(now), '', type, controlId, header.raw(11), header.raw(12)];
  const [first] = faults;
  const msa = ['MSA', code, header.raw(10), first === undefined ? '' : say(first, answered)];
  const segments = [
    trimmed([...msh, '', '', '', '', '', header.raw(18)], syntax.field),
    trimmed(msa, syntax.field),
    ...faults.slice(0, maximumFaults).map((fault) => toErr(fault, answered)),
  ];
  return charset.encode(segments.map((segment) => `${segment}\r`).join(''));
}
