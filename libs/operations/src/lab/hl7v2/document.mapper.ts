import { fault, type Hl7Fault } from './faults';
import type { Segment } from './segment';

/** A document as a delivery in JSON has it. */
export interface DocumentInput {
  readonly originalFileName: string;
  readonly mimeType: string;
  /** Base64. */
  readonly content: string;
}

/** Base64 of the encodings of table 0299 in which bytes can travel; undefined for what is damaged. */
const decoders: Readonly<Record<string, (data: string) => string | undefined>> = {
  BASE64: (data) => data.replace(/\s+/g, ''),
  HEX: (data) => {
    const digits = data.replace(/\s+/g, '');
    const isHexadecimal = digits.length % 2 === 0 && !/[^0-9a-f]/i.test(digits);
    return isHexadecimal ? Buffer.from(digits, 'hex').toString('base64') : undefined;
  },
};

const maximumName = 200;

/** The marks that turn the direction of text show another file extension than there is; they have no width of their own. */
const withoutDirection = (text: string): string => text.replace(/\p{Bidi_Control}+/gu, '');

/** What the laboratory calls the document, as a name that is safe on every system. */
function fileNameOf(obx: Segment): string {
  const called = [2, 5, 1].map((part) => withoutDirection(obx.component(3, part)).trim()).find((text) => text !== '') ?? 'report';

  const safe = called
    .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/\.pdf$/i, '')
    .trim();
  return `${[...(safe === '' ? 'report' : safe)].slice(0, maximumName).join('')}.pdf`;
}

/** Readers look for the mark of a PDF in its first bytes (ISO 32000-1, annex H). */
const isPdf = (base64: string): boolean => Buffer.from(base64.slice(0, 1368), 'base64').includes('%PDF-');

/** A PDF in OBX-5 (data type ED, HL7 v2.5.1, section 2.A.24). */
export function toDocument(obx: Segment): { readonly document: DocumentInput } | { readonly fault: Hl7Fault } {
  if (obx.count(5) > 1) return { fault: fault(obx.place(5, undefined, 2), '102', 'value_repeated') };
  const format = `${obx.component(5, 2)} ${obx.component(5, 3)}`;
  if (!/\bpdf\b/i.test(format)) return { fault: fault(obx.place(5, 3), '103', 'value_unsupported', { supported: 'PDF' }) };
  const decode = decoders[obx.component(5, 4).trim().toUpperCase()];
  if (decode === undefined) return { fault: fault(obx.place(5, 4), '103', 'value_unsupported', { supported: 'Base64, Hex' }) };
  const content = decode(obx.component(5, 5));
  if (content === undefined || !isPdf(content)) return { fault: fault(obx.place(5, 5), '102', 'document_unreadable') };
  return { document: { originalFileName: fileNameOf(obx), mimeType: 'application/pdf', content } };
}
