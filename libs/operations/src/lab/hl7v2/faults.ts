import { hintOf, type Language, messageOf, type PayloadValue, type Violation } from '@gateway/problems';
import { type FaultText, faultText } from './texts';

/** HL7 table 0357, message error condition codes, with their English names. */
export const errorNames = {
  '100': 'Segment sequence error',
  '101': 'Required field missing',
  '102': 'Data type error',
  '103': 'Table value not found',
  '200': 'Unsupported message type',
  '201': 'Unsupported event code',
  '202': 'Unsupported processing id',
  '203': 'Unsupported version id',
  '204': 'Unknown key identifier',
  '207': 'Application internal error',
} as const;

export type ErrorCode = keyof typeof errorNames;

/** A place in a message, counted from 1 (data type ERL, HL7 v2.5.1, section 2.A.28). */
export interface Place {
  readonly segment: string;
  /** Which of the segments of that name. */
  readonly sequence: number;
  readonly field?: number | undefined;
  readonly repetition?: number | undefined;
  readonly component?: number | undefined;
}

/** What is wrong and where; it quotes nothing of the message. */
export interface Hl7Fault {
  readonly place: Place;
  readonly code: ErrorCode;
  readonly reason:
    { readonly text: FaultText; readonly parameters: Readonly<Record<string, string | number>> } | { readonly violation: Violation };
}

export const fault = (
  place: Place,
  code: ErrorCode,
  text: FaultText,
  parameters: Readonly<Record<string, string | number>> = {},
): Hl7Fault => ({ place, code, reason: { text, parameters } });

/** No answer tells more of them. */
export const maximumFaults = 100;

/** A stable name of what is wrong. */
export const reasonNameOf = ({ reason }: Hl7Fault): string =>
  'text' in reason ? reason.text : (reason.violation.hint ?? reason.violation.constraint);

/** What programs need beside the text, such as the tests that a specimen serves. */
export const payloadOf = ({ reason }: Hl7Fault): Readonly<Record<string, PayloadValue>> =>
  'text' in reason ? reason.parameters : (reason.violation.payload ?? {});

export function faultMessage({ reason }: Hl7Fault, language: Language): string {
  if ('text' in reason) return faultText(reason.text, reason.parameters, language);
  const { violation } = reason;
  return [messageOf(violation, language), hintOf(violation, language)].filter((part) => part !== undefined).join(' ');
}

/** As people write it: `OBX[2]-5`, `SPM[1]-2.1`, `OBX[1]-8(2)`. */
export function spellPlace({ segment, sequence, field, repetition, component }: Place): string {
  const ofField = field === undefined ? '' : `-${field}${repetition === undefined ? '' : `(${repetition})`}`;
  return `${segment}[${sequence}]${ofField}${component === undefined ? '' : `.${component}`}`;
}
